"""English nouns of software and products, and words that call for a tier-2 tool.

Rows as in `words_en`. Roles: `thing` a noun of software, `ui` a noun of products, `here` a reference to this
very project, `t_NAME` the tier-2 tool ci_NAME, `depth` a wish for deep analysis.
"""

CUES: tuple[tuple[str, float, str], ...] = (
    (
        "thing",
        3,
        "function|method|codebase|code base|source code|repo|repository|module|endpoint|middleware|"
        "controller|component|api endpoint|callback|enum|typedef|namespace|regex in|config file|"
        "stack trace|schema|migration|sql query|orm|webhook|unit test|variable|constructor|subclass|class|"
        "classes|interface|struct|helper|helpers|handler|handlers|parser|serializer|decorator|hook|hooks|"
        "reducer|usereffect|usestate|viewmodel|dao|dto|crud|feature flag|feature flags|race condition|"
        "background job|cron|queue worker|message queue|kafka|redis|postgres|mysql|mongodb|sqlite|"
        "elasticsearch|rabbitmq|graphql|grpc|rest api|websocket|websockets|frontend|backend|front end|"
        "back end|client side|server side|env|cli|sdk|api|apis|db|database|sql|json|yaml|csv|html|css|jwt|"
        "oauth|auth|cors|localstorage|unicode|utf 8|utf8|diff|commit|merge|deploy|build|log file|logs|"
        "stderr|stdout|http|https|dns|tls|localhost|import|imports|package|packages|library|dependency|"
        "lint|linter|compiler|runtime|debugger|breakpoint|callbacks|async|await|promise|promises|mutex|"
        "thread|threads|code|script|scripts|command line|pipeline|docker|container|pod|server|servers|"
        "client|request|requests|response|responses|payload|header|headers|param|params|parameter|"
        "parameters|query|queries|table|column|columns|row|rows|field|fields|record|records|index|cache|"
        "session|sessions|token|tokens|cookie|timeout|timeouts|retry|retries|config|configuration|setting|"
        "settings|flag|version|v1|v2|v3|plugin|extension|scheduler|job|jobs|worker|workers|daemon|"
        "validation|validator|implementation|logic|algorithm|integration",
    ),
    (
        "ui",
        2,
        "button|buttons|page|pages|screen|screens|form|forms|modal|dialog|popup|pop up|tooltip|dropdown|"
        "drop down|drop down menu|menu|sidebar|navbar|header bar|footer|tab|tabs|checkbox|radio button|"
        "slider|toggle|switcher|input|textbox|text box|text field|search box|search bar|search results|"
        "banner|badge|icon|icons|avatar|thumbnail|spinner|loader|progress bar|placeholder|label|labels|"
        "link|links|list view|grid|card|widget|chart|charts|graph|dashboard|homepage|home page|"
        "landing page|login|log in|logged in|sign in|signin|signup|sign up|logout|log out|sign out|"
        "password|passwords|account|accounts|profile|user|users|admin|admins|customer|customers|member|"
        "members|guest|guests|visitor|visitors|invited|invite|invitation|invites|tenant|tenants|role|"
        "permission|permissions|order|orders|cart|basket|checkout|check out page|payment|payments|"
        "payment provider|payment gateway|pay|refund|refunds|invoice|invoices|receipt|receipts|coupon|"
        "coupons|voucher|discount|discounts|promo code|promo|subscription|subscriptions|billing|tax|vat|"
        "currency|price|prices|total|totals|subtotal|cent|cents|balance|amount|amounts|shipping|shipment|"
        "delivery|tracking|stock|inventory|product|products|catalog|catalogue|sku|item|items|category|"
        "categories|wishlist|rating|ratings|comment section|notification|notifications|push notification|"
        "alert|alerts|reminder|reminders|digest|newsletter|welcome mail|welcome email|confirmation email|"
        "confirmation mail|reset email|reset link|unsubscribe|unsubscribe link|template|templates|sms|"
        "text message|upload|uploads|uploaded|download|downloads|attachment|attachments|export|exports|"
        "exported|import|report page|reports page|pdf|excel|spreadsheet|csv|image|images|photo|photos|"
        "picture|video|file|files|filter|filters|search|sort order|pagination|infinite scroll|scroll|"
        "page 2|page two|next page|first page|second page|calendar|date picker|datepicker|timezone|"
        "timestamp|locale|language switcher|language picker|theme|dark mode|mobile|phone number|"
        "phone numbers|ios|android|safari|chrome|firefox|browser|browsers|app|website|site|web app|portal|"
        "backoffice|back office|onboarding|wizard|step 2|settings page|preferences|audit log|feed|timeline|"
        "chat window|message|messages|inbox|thread list|ticket|tickets|queue|booking|bookings|reservation|"
        "reservations|appointment|seat|seats|map|marker|location|click|clicks|clicking|tap|tapping|"
        "double click|drag|drop|hover|press|pressing|type in|typing|enter|submit|save|refresh|reload|visit|"
        "expired|two factor|2fa|captcha|verification code|otp|qr code|barcode|points|loyalty|gift card|"
        "leaderboard|score|quota|limit|limits|api key|api keys",
    ),
    (
        "here",
        2,
        "our|ours|in here|this repo|this project|this codebase|this code|this file|this module|"
        "this service|this app|this function|this class|this method|the codebase|the repo|the project|"
        "the app|our code|our app|we use|we have|do we|in our|in the code|in the project|my code|my app|"
        "my project|my function|my branch",
    ),
    (
        "t_call_chain",
        4,
        "call chain|call graph|call tree|call hierarchy|call path|who calls|what calls|who invokes|"
        "what invokes|callers|callee|callees|call sites|is called by|called from|gets called|get called|"
        "data flow|dataflow|control flow|all the way|end to end|what happen between|"
        "walk me through what happen|walk me through what happens|what happen when|what happens when|"
        "what happen after|what happens after|what happens between|what happens once|the path of|path from|"
        "flow from|follow the|trace the|trace|which functions call|what does it call|downstream|upstream|"
        "life of a request|lifecycle of|journey of|get from|down to the|from the moment|from the second|"
        "what happens from|what happen from|follow a|until it lands|until it reaches|all the way through|"
        "goes through|passes through|pass through|how does a|end up at|ends up at|how does it get to|"
        "get to the|make its way|makes its way|everything that happens|from submit to|what runs after|"
        "what runs",
    ),
    (
        "t_impact",
        4,
        "what break|what breaks|see what breaks|what will break|what would break|what else break|"
        "anything break|break anything|breaks anything|break something|what is affected|"
        "what would be affected|who is affected|affected by|affect|impact|blast radius|ripple|"
        "ripple effect|knock on|side effect|side effects|what depend on|who depend on|depends on|"
        "depend on them|depend on it|nothing depend|nothing depends|anything depend|anyone still use|"
        "anything still use|still in use|still used|nobody uses|no one uses|nothing uses|not used anymore|"
        "is it used|if nothing|if unused|if nobody|every place|all places|all the places|everywhere|"
        "all usages|usages of|all uses|every usage|every use|references to|all references|every reference|"
        "occurrences of|all callers and|before i push|before i merge|my diff|look over my|safe to remove|"
        "safe to delete|safe to drop|can i delete|can i remove|can we delete|can we drop|can we remove|"
        "breaking change|breaking changes|rename|renaming|move out|move the helpers|move the|"
        "change the signature|signature of|across the repo|across the codebase|whole repo|whole codebase|"
        "entire codebase|falls over|what falls over|tell me what breaks|everything that still|"
        "still touches|still touch|still reads|still use|still uses|still references|still imports|"
        "really unused|unused|if really unused|no longer used|not used any more|nobody calls|nothing calls|"
        "no callers|anything relies|relies on|rely on|who uses|what uses|incompatibilities|incompatible|"
        "incompatibility",
    ),
    (
        "t_complexity",
        4,
        "complexity|cyclomatic|cognitive load|complex|most complex|complicated|most complicated|"
        "too complicated|over complicated|convoluted|gnarly|gnarliest|hairy|hairiest|messiest|tangled|"
        "spaghetti|deeply nested|nesting|nested too|too nested|too long|lines long|hundred lines|"
        "hundred line|line function|line method|giant function|huge function|huge method|huge class|"
        "god class|god object|hard to follow|hard to read the code|hard to understand|unreadable|"
        "too clever|too many branches|too many if|monster|monstrous|split up|split this function|break up|"
        "break this function|simplify|untangle|too hard to read|hard to read|become a monster|is a monster|"
        "too big|thousand lines|thousand line",
    ),
    (
        "t_hotspot",
        4,
        "churn|hotspot|hot spot|hotspots|changes most|change most|changed most|changed the most|"
        "changes the most|most often changed|most frequently changed|most edited|most touched|"
        "touched the most|touched most|edited most|most commits|frequently changed|frequently modified|"
        "change a lot|changes a lot|bug magnet|bug prone|error prone|most bugs|most fragile|fragile|"
        "keep coming back to|changed the most often|break most often|breaks most often|riskiest|"
        "causes the most|touched in nearly every|touched in every|get touched|every bugfix|"
        "nearly every bugfix|most bugfixes|most fixes|fixed most often|reworked|most rework|"
        "change all the time|changes all the time|in almost every|busiest files|busiest|change the most|"
        "changing most|changing the most|modified most|modified the most|gets the most|most active|"
        "hot spots|the hot spots",
    ),
    (
        "depth",
        4,
        "deep analysis|deep dive|in depth|in-depth|thorough analysis|analyse deeply|analyze deeply|deeply|"
        "impact analysis|analyse the impact|analyze the impact|impact of|blast radius|call chain|"
        "call graph|call hierarchy|call tree|who calls|callers of|callees|what depends on|what would break|"
        "what will break|what breaks|full analysis|comprehensive analysis|complexity analysis|"
        "hotspot analysis|hotspots|root cause analysis|dependency analysis|side effects|affected by",
    ),
)
