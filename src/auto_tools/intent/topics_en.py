"""English evidence that a prompt is not about this code: life, writing, small talk, knowledge.

Rows are (role, weight, phrases) as in `words_en`. Roles: `life` topics of the real world,
`write` verbs of writing and `letter` what is written with them, `reader` people a text is for,
`meta` talk about the assistant or the conversation, `chat` small talk, `ask` forms of a
knowledge question and `concept` what such a question is about.
"""

CUES: tuple[tuple[str, float, str], ...] = (
    (
        "life",
        3,
        "weather|forecast|rain|raining|umbrella|snow|sunny|recipe|cook|cooking|bake|baking|dinner|"
        "lunch|breakfast|pasta|tea|beer|wine|cheese|bread|soup|salad|vegan|vegetarian|calories|diet|"
        "lose weight|workout|gym|yoga|marathon|running shoes|sleep better|insomnia|headache|fever|"
        "cough|dentist|pills|vaccine|allergy|allergic|pregnant|pregnancy|toddler|daughter|son|wife|"
        "husband|girlfriend|boyfriend|mother|father|mum|mom|dad|grandma|grandpa|sister|brother|"
        "cousin|aunt|uncle|wedding|divorce|anniversary|christmas|holiday|holidays|vacation|trip to|"
        "travel|travelling|traveling|airport|visa|passport|itinerary|beach|hiking|camping|museum|"
        "sightseeing|island|mountain|garden|gardening|houseplant|tomatoes|lawn|flower|flowers|dog|"
        "dogs|puppy|cat|cats|kitten|pet|pets|snake|snakes|insect|insects|spider|mosquito|bed bugs|"
        "cockroach|cockroaches|ants|beetle|bird|birds|horse|fish tank|aquarium|vet|tyre|tyres|tire|"
        "petrol|gas station|driving licence|driving license|driving test|motorbike|bus stop|"
        "bus schedule|subway|landlord|mortgage|apartment|flat for|kitchen|bathroom|bedroom|sofa|"
        "couch|furniture|plumber|plumbing|pipe leak|tap water|leaky|leaking roof|roof|boiler|"
        "radiator|heating bill|washing machine|dishwasher|fridge|oven|vacuum cleaner|paint the|"
        "wallpaper|curtains|carpet|ladder|printer|toner|office chair|standing desk|salary|salaries|"
        "raise from my|pay rise|pay raise|job offer|job interview|resume|cv|cover letter|career|"
        "promotion|notice period|resign|quit my job|freelance|freelancer|hourly rate|recruiter|"
        "hiring|coworker|co worker|colleague|manager said|team building|team lunch|offsite|"
        "conference talk|meetup|university|degree|phd|thesis|exam|exams|homework|tuition|scholarship|"
        "kindergarten|stock market|stock price|share price|bitcoin|crypto|investing|tax return|"
        "income tax|pension|exchange rate|lottery|election|president|prime minister|politics|war|"
        "history of rome|soccer|basketball|cricket|baseball|world cup|olympics|guitar|piano|violin|"
        "drum|concert|lyrics|netflix|tv show|tv series|actor|novel|podcast|joke|riddle|horoscope|"
        "zodiac|dream meaning|meditation|religion|philosophy|philosopher|costume|perfume|jacket|"
        "haircut|hairstyle|makeup|knitting|sewing|needle|crochet|pottery|woodworking|carpenter|lease|"
        "lawyer|lawsuit|legal advice|speeding ticket|neighbour|neighbor|neighbours|neighbors|"
        "moving house|move house|capital of|population of|how tall|how old is|how far is|astronomy|"
        "dinosaur|whale|shark|elephant|volcano|ocean|river|lake|seashell|sea shell|crocodile|zoo|"
        "supermarket|groceries|grocery|shopping list|black friday|second hand|warranty|phone plan|"
        "new laptop|which laptop|buy a laptop|best laptop|laptop for|new phone|which phone|"
        "best phone|headphones|keyboard should i buy|monitor should i buy|mechanical keyboard|"
        "smart tv|game console|xbox|playstation|nintendo|video game|board game|minecraft|pokemon|"
        "tattoo|back pain|knee|stomach|vitamin|protein|smoothie|cocktail|whisky|chocolate|cake|"
        "cookies for|bake cookies|chocolate chip|sushi|ramen|noodles|spices|curry|barbecue|bbq|grill|"
        "permit|popcorn|oil|fry|frying|burning|tablet twice|with food|swimming|judo|karate|ballet|"
        "dance|dancing|year old|ski|skiing|surfing|climbing gym|knit|pickles|jam|honey|compost|"
        "offering|less pay|job at|lottery ticket|farewell|colleague's|antibiotics|prescription|"
        "therapist|landlady|allotment|fence|driveway|gutter|chimney|candle|soap|terrarium|"
        "should we buy|should i buy|fan should|to buy|fun fact|trivia|cook with|leftover|rice|"
        "train for|10k run|half marathon|smells|smell|really write the first|ada lovelace|"
        "alan turing|linus torvalds|bill gates|steve jobs|elon musk",
    ),
    (
        "life",
        1.5,
        "tonight|tomorrow morning|weekend|saturday|sunday|how much does it cost to|per month|"
        "per square|euros|dollars|pounds|near me|nearby|buy|rent out|sell my|cheap|cheapest|"
        "expensive|summer|winter|autumn|spring break|city|country|town|street|village|school|teacher|"
        "student|students|friend|friends|family|children|people live|my life|my boyfriend|my room|"
        "my desk|my back|my eyes|office|meeting room|desk|warehouse|factory|shop floor|truck|van|"
        "forklift|shelf|shelves|wood|wooden|metal|leather|cotton|wool|water|electricity|gas|sun|sea|"
        "tree in|pine|oak|apple pie|fruit|vegetable",
    ),
    (
        "life",
        2,
        "interview|interviews|hire|plant|plants|boss|doctor|hospital|birthday|kid|kids|car|cars|baby|"
        "book|books|coffee|flight|flights|hotel|stocks|gift|gifts|film|films|movie|movies|song|songs|"
        "album|insurance|loan|medicine|train ticket|parking|house|rent|band|investment|invest|"
        "savings|party|dress|shoes|football|tennis|chess|restaurant|restaurants|pizza|blood test|"
        "blood pressure|planet|moon|bike|bicycle|skin|shirt|stain|stains|laundry|iron|towel|blanket|"
        "pillow|mattress|lamp|candles|toothache|nose|ear|tooth|teeth|hair",
    ),
    (
        "write",
        3,
        "write|draft|compose|pen|polish|proofread|rephrase|reword|paraphrase|rewrite|translate|"
        "shorten|summarise|summarize|condense|come up with|brainstorm|suggest|think of|give me|"
        "make up|help me write|help me word|word|phrase|prepare|improve the wording|edit my|"
        "correct my|make this sound|sound more|tell me|create|invent|generate",
    ),
    (
        "letter",
        4,
        "email|e mail|mail|reply to|response to the customer|letter|cover letter|poem|haiku|limerick|"
        "sonnet|rap|song|lyrics|story|short story|bedtime story|fairy tale|joke|jokes|pun|essay|blog|"
        "blog post|article|tweet|tweets|linkedin post|linkedin|social media|facebook post|instagram|"
        "caption|slogan|tagline|motto|catchy|marketing|marketing name|brand name|product name|"
        "press release|sales pitch|elevator pitch|pitch deck|ad copy|advert|speech|toast|"
        "wedding speech|farewell|farewell message|thank you note|thank you message|thank you card|"
        "apology|congratulations|birthday card|invitation text|slack message|message to my|"
        "message to the team|note to my|note to the|announcement|announcement for|status update|"
        "status report|weekly report|weekly update|monthly report|progress report|standup|"
        "stand up update|stand up notes|meeting|meeting notes|meeting minutes|minutes of|agenda|"
        "presentation|slides|slide deck|talk abstract|abstract for|talk proposal|conference talk|"
        "job ad|job description|job posting|resume|cv|bio|short bio|self introduction|"
        "performance review|self review|self assessment|peer feedback|recommendation letter|"
        "reference letter|resignation|complaint letter|proposal|business plan|product description|"
        "customer reply|survey|okrs|okr|team name|names for our|name for our|name for the|a name for|"
        "names for the|names for|nickname|paragraph|sentence|this text|following text|into french|"
        "into german|into english|into spanish|into chinese|into japanese|to french|to german|"
        "to english|to spanish|to chinese|to japanese|into formal|more formal|more polite|"
        "less formal|politer|grammar|spelling|one pager|executive summary|interview questions|"
        "quiz questions|crossword|riddle|acrostic|script for a video|youtube|newsletter intro|"
        "out of office|wish|wishes|birthday wish|greeting|greetings|politely|more politely|polite|"
        "compliment|pickup line|excuse|apologise|apologize|condolences|get well|obituary|vows",
    ),
    (
        "reader",
        4,
        "to my mum|to my mom|to my mother|to my dad|to my father|to my wife|to my husband|to my boss|"
        "to my manager|to my grandma|to my grandmother|to my kid|to my kids|to my son|to my daughter|"
        "to my friend|to my girlfriend|to my boyfriend|to my team lead|to the ceo|to our ceo|"
        "to the cto|to the boss|to the customer|to a customer|to the client|to our client|"
        "to a client|to the board|to investors|to management|to stakeholders|to my stakeholders|"
        "to sales|to the sales team|to marketing|to non technical|to a non technical|"
        "for non technical|for a non technical|non engineers|non programmers|like i am five|"
        "like i am 5|like i'm five|eli5|to a five year old|to a child|to a 5 year old|in layman|"
        "layman's terms|laymans terms|for my boss|for the client|for the customer|for my manager|"
        "for management|for the board",
    ),
    (
        "meta",
        4,
        "which model|what model|are you|who are you|what are you|who made you|who built you|"
        "who created you|did you|why did you|have you|were you|do you|you just|you said|you told|"
        "you keep|you forgot|you did not|you should have|you always|you never|you were|you have been|"
        "your last|your previous|your answer|your answers|your reply|your response|your responses|"
        "your name|your context|your memory|your opinion|your limits|your tools|your training|"
        "your knowledge|your system prompt|your instructions|your plan|knowledge cutoff|"
        "training data|context window|context left|how much context|tokens left|how many tokens|"
        "token usage|this conversation|our conversation|this chat|this session|the conversation|"
        "chat history|last session|last time we|previous session|earlier today we|what did we|"
        "where were we|where did we|where we left|left off|what was i|what were we|talking about|"
        "talk about yesterday|what have we done|what did i ask|what i asked|repeat that|"
        "say that again|say it again|from now on answer|from now on|answer in|reply in|respond in|"
        "speak in|talk in|answer me in|be brief|be concise|be more concise|more concise|"
        "shorter answers|keep it short|keep it brief|keep your answers|less verbose|stop apologizing|"
        "stop apologising|stop explaining|stop asking me|ask me first|ask me before|ask before you|"
        "without asking|do not apologize|no emojis|no emoji|use emojis|use bullet points|"
        "stop using emojis|you understand|do you understand|do you remember|remember that i|"
        "remember my|can you see|can you hear|can you access|can you remember|can you browse|"
        "can you run|can you read images|can you speak|do you speak|do you know|are you sure|"
        "you sure|you right|you wrong|you are wrong|you are right|that was wrong|i disagree|"
        "you misunderstood|not what i meant|not what i asked|i did not ask|nice work|good job|"
        "great job|well done|good work|awesome work|you are great|you are amazing|claude|chatgpt|"
        "copilot|gpt 4|anthropic|openai|llm are you|switch to opus|switch to sonnet|plan mode|"
        "think harder|ultrathink|how long did that take|how long will you|what can you do|"
        "what else can you|how can you help|call me|what did you mean|did you mean|"
        "that last sentence|last sentence|you mean|saved my|you saved|brilliant|shorter|"
        "keep your answers shorter|would you reply|how are we",
    ),
    (
        "chat",
        4,
        "hello|hi there|good morning|good evening|good night|good afternoon|how are you|"
        "how is it going|what is up|thank you|thanks|thx|cheers|bye|goodbye|see you|see you tomorrow|"
        "see you later|that is all|that is it for|call it a day|done for today|enough for today|"
        "have a nice|have a good|happy birthday|happy new year|merry christmas|congrats|lol|haha|"
        "i am tired|i am bored|i am hungry|i love you|tell me a joke|talk tomorrow|nice to meet|"
        "sorry|never mind|nevermind|forget it|my bad|whatever|ignore that|wrong window|wrong chat|"
        "oops wrong",
    ),
    (
        "ask",
        3,
        "difference between|what is a|what is an|what are|what is the difference|what does mean|"
        "what is meant by|mean|stand for|short for|definition of a|who invented|who created|"
        "who wrote|who made|when was|when did|named after|why is it called|where does the name|"
        "how did get its name|origin of|history of|vs|versus|or|better than|faster than|slower than|"
        "which is better|which is faster|which one is better|is it better|should i learn|"
        "worth learning|learn|learning|best way to learn|how long does it take to learn|beginner|"
        "tutorial|good book|good books|recommend|recommended|recommendation|course|courses|"
        "most popular|popular|pros and cons|advantages of|disadvantages of|when to use|"
        "when should i use|when should you use|when would you use|why would anyone|why do people|"
        "why do most|do people|in general|generally|typically|usually|in theory|conceptually|"
        "how does work|how do work|explain the concept|concept of|the idea behind|example of a|"
        "give an example|time complexity of|big o of|is still relevant|dead|future of|invented|"
        "differ from|differ|differ between|generally speaking|keyword do|keyword|when would you pick|"
        "pick over|over|stable|what does do in",
    ),
    (
        "ask",
        4,
        "why is it called|why are they called|is it called|why do we call|tabs or spaces|"
        "first program|first programmer|first computer|the first ever",
    ),
    (
        "concept",
        3,
        "mutex|semaphore|monad|closure|closures|tcp|udp|tls handshake|ssl|http 2|http2|http 3|quic|"
        "dns|dhcp|nat|cidr|ip address|ipv6|osi model|rest|soap|graphql|grpc|websocket|oauth|saml|jwt|"
        "cors|csrf|xss|sql injection|acid|cap theorem|base|eventual consistency|two phase commit|"
        "saga pattern|event sourcing|cqrs|microservices|monolith|serverless|docker|kubernetes|"
        "virtual machine|hypervisor|container|linux|unix|windows|macos|posix|bash|zsh|vim|emacs|"
        "vscode|vs code|git rebase|git merge|git|svn|mercurial|python|java|javascript|typescript|go|"
        "golang|rust|ruby|php|perl|haskell|scala|kotlin|swift|c|cpp|c sharp|elixir|erlang|clojure|"
        "lisp|cobol|fortran|pascal|lua|r|julia|dart|zig|ocaml|prolog|assembly|react|vue|angular|"
        "svelte|next.js|node|node.js|deno|bun|jquery|django|flask|fastapi|rails|spring|laravel|"
        "express|dotnet|mysql|postgres|postgresql|mongodb|redis|sqlite|kafka|rabbitmq|elasticsearch|"
        "hash table|hash map|hashmap|linked list|binary tree|binary search tree|b tree|"
        "red black tree|heap|stack|queue|trie|bloom filter|graph theory|quicksort|merge sort|"
        "mergesort|bubble sort|sorting algorithm|binary search|dijkstra|dynamic programming|"
        "recursion|tail recursion|big o|np complete|turing machine|halting problem|lambda calculus|"
        "functional programming|object oriented|oop|polymorphism|inheritance|encapsulation|"
        "duck typing|static typing|dynamic typing|garbage collection|garbage collector|"
        "reference counting|gil|global interpreter lock|event loop|coroutine|coroutines|"
        "green threads|goroutine|goroutines|async await|promise|generator|decorator|iterator|pointer|"
        "pointers|memory barrier|stack vs heap|virtual memory|page fault|cache line|cpu cache|simd|"
        "endianness|big endian|little endian|floating point|ieee 754|two's complement|bit shifting|"
        "unicode|utf 8|utf8|utf 16|ascii|base64|md5|sha 256|sha256|bcrypt|aes|rsa|public key|"
        "asymmetric encryption|symmetric encryption|hashing|salt|regex|regular expression|"
        "regular expressions|lookahead|greedy|xml|json|yaml|toml|csv|protobuf|sigpipe|sigkill|"
        "sigterm|sigint|sighup|sigsegv|errno|exit code 137|zombie process|fork|epoll|inode|symlink|"
        "hard link|chmod|chmod 777|cron|crontab|systemd|nginx|apache|cdn|load balancer|reverse proxy|"
        "proxy|vpn|ssh|ssh key|ftp|smtp|imap|idempotent|idempotency|immutable|race condition|"
        "deadlock|livelock|starvation|thread|process|concurrency|parallelism|design patterns|"
        "singleton|singleton pattern|factory pattern|observer pattern|visitor pattern|"
        "dependency injection|inversion of control|solid principles|solid|dry|kiss|yagni|tdd|bdd|ddd|"
        "domain driven design|agile|scrum|kanban|waterfall|devops|ci cd|blockchain|machine learning|"
        "neural network|transformer|llm|llms|gradient descent|overfitting|sql join|left join|"
        "inner join|outer join|index|normal form|normalization|sharding|replication|orm|nosql|sql|"
        "primary key|foreign key|window function|status code|http 418|418|teapot|header|cookies|"
        "session storage|localstorage|web components|shadow dom|dom|css grid|flexbox|css|html|wasm|"
        "webassembly|compiler|interpreter|jit|bytecode|linker|makefile|monorepo|semantic versioning|"
        "semver|technical debt|pair programming|rubber duck|leap second|unix epoch|unix time|epoch|"
        "y2k|foo bar|foobar|argon2|volatile|keyword|stable sort|timsort|insertion sort|heapsort|"
        "radix sort|static keyword|virtual function|const|nullptr|smart pointer|raii|borrow checker|"
        "lifetimes|ownership|trait|traits|interface|abstract class|generics|reflection|metaclass|"
        "list comprehension|walrus operator|hoisting|prototype chain|this in javascript|use strict|"
        "currying|memoization|tree shaking|hydration|ssr|csr|spa|pwa|service worker|etag|cookie|"
        "webhook|polling|long polling|server sent events|rate limiting|circuit breaker|"
        "consistent hashing|raft|paxos|gossip|vector clock|crdt|mapreduce|spark|hadoop|torch|pytorch|"
        "tensorflow|numpy|pandas|excel|power bi|arduino|raspberry pi|fpga|risc v|arm|x86|gpu|cuda|"
        "opengl|vulkan|unity|unreal|bug|tabs|spaces|indentation|program|programmer|programmers|"
        "computer|computers|software engineering|open source|programming language|"
        "programming languages|programming",
    ),
)

# A prompt made only of these words says nothing new: it goes on, picks, approves or stops.
FILLER = frozenset(
    (
        "a|ahead|again|agree|agreed|all|alright|also|and|another|any|anyway|approved|as|at|awesome|b|back|best|better|both|but|c|can|cancel|"
        "choose|confirmed|continue|cool|correct|d|definitely|did|discussed|do|done|either|enough|exactly|excellent|fair|fantastic|feel|fine|first|"
        "for|forget|fourth|free|from|full|give|go|going|good|got|great|guess|hang|happy|hmm|hold|how|i|if|in|is|it|its|just|k|keep|kk|last|later|latter|former|"
        "leave|let|lets|lgtm|like|looks|makes|makes|may|me|middle|minute|moment|more|move|much|my|nah|never|next|nice|no|nope|not|now|number|of|off|ok|"
        "okay|okey|on|one|ones|only|option|or|other|our|perfect|pick|please|pls|plan|plus|proceed|ready|right|same|sec|second|seems|sense|ship|should|skip|so|sounds|steady|step|"
        "stop|sure|suggested|suggestion|suits|super|take|thank|thanks|that|the|them|then|there|these|they|thing|think|third|this|those|three|to|today|too|try|two|u|up|us|very|wait|"
        "want|was|way|we|well|what|whatever|when|will|wise|with|would|works|yea|yeah|yep|yes|you|your|yup|yours|said|above|approach|idea|proposal|proposed|recommend|recommended|"
        "resume|retry|done|me|out|am|be|are|have|has|had|been|looking|finish|rest|remaining|half|per|go-ahead|proceeding|accept|accepted|reject|undo|stay|start|over|here|"
        "yet|0|1|2|3|4|5|6|7|8|9|y|n|x"
    ).split("|")
)
"""Closed-class words and the vocabulary of agreement."""

STARTS = frozenset(
    "yes|yeah|yep|ok|okay|sure|no|nope|go|continue|proceed|do|option|the|both|all|lgtm|stop|wait|hold|cancel|skip|"
    "keep|next|again|try|that|this|it|sounds|looks|perfect|great|good|fine|nice|right|correct|exactly|agreed|"
    "please|just|let|lets|and|i|you|not|first|second|third|last|either|whatever|never|undo|resume|ship|number|1|2|3|4|5|a|b|c|y|n|k|"
    "step|same|use|pick|take|choose|approved|done|thanks|thank|cool|alright|hmm|as|go-ahead|more|leave|forget|finish|start|yup|yea|nah|kk|"
    "awesome|excellent|fantastic|definitely|confirmed|super|fair|well|now|then|so|got|what|how|retry|accept|reject|one|two|three".split("|")
)
"""Words a continuation begins with."""

NOT_PLACES = frozenset(
    "english|french|german|spanish|chinese|japanese|korean|italian|portuguese|russian|arabic|python|java|javascript|typescript|"
    "go|golang|rust|ruby|php|kotlin|swift|scala|react|vue|angular|django|rails|docker|kubernetes|redis|postgres|mysql|sqlite|"
    "safari|chrome|firefox|edge|excel|outlook|gmail|slack|jira|github|gitlab|jenkins|android|ios|windows|linux|macos|node|"
    "january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|"
    "friday|saturday|sunday|production|staging|swagger|storybook|webpack|vite|grafana|kibana|stripe|paypal|sentry|kafka|i|"
    "settings|firebase|mongo|mongodb|graphql|next|spring|express|laravel|bash|powershell|css|html|sql|json|yaml|xml|csv".split("|")
)
"""Capitalised words after "in" that are no towns."""
