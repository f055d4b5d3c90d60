"""English verbs: what an order asks for that begins with one, and base forms used inside phrases."""

from __future__ import annotations

from auto_tools.intent.wordset import word_set

VERBS: tuple[tuple[str, float, str], ...] = (
    (
        "explore",
        3,
        "explain|describe|outline|summarize|summarise|clarify|trace|visualize|visualise|draw|diagram|map|"
        "compare|understand|analyze|analyse|study|teach|illustrate|follow|walk|talk|explore|inspect|show|list",
    ),
    (
        "locate",
        4,
        "find|locate|search|grep|look|point|pinpoint|hunt|identify",
    ),
    (
        "debug",
        4,
        "fix|debug|solve|resolve|diagnose|investigate|troubleshoot|repair|reproduce|bisect|unbreak|correct",
    ),
    (
        "modify",
        3,
        "add|implement|introduce|create|build|support|allow|let|enable|disable|remove|delete|drop|strip|hide|"
        "display|change|replace|update|set|make|put|insert|append|require|enforce|restrict|prevent|block|ban|"
        "skip|validate|sort|order|filter|group|paginate|cache|round|format|highlight|localize|localise|"
        "integrate|hook|wire|plug|send|notify|log|record|store|save|persist|expose|return|accept|reject|"
        "treat|use|swap|port|adjust|tweak|customize|customise|configure|style|center|centre|align|resize|"
        "recolor|reword|prefill|preselect|redirect|retry|throttle|debounce|encrypt|hash|mask|redact|give|"
        "offer|include|exclude|attach|embed|wrap|handle|respect|honor|honour|ship|generate|calculate|compute|"
        "charge|print|ask|confirm|warn|remind|increase|decrease|raise|lower|cap|limit|shorten|lengthen|"
        "extend|expand|shrink|enlarge|widen|narrow|double|halve|stop|don't|only|default|turn|switch|write|"
        "code|optimize|optimise|speed|improve|bring|keep|get|check|always|never|ignore|reset|apply|bump|auto|"
        "open|close|sync|merge|convert|reduce|register|schedule|track|show|hardcode|parse|serialize|load|"
        "fetch|read|render|animate|translate|start|stick|pin|lock|unlock|move|rate|batch|queue|stream|"
        "compress|archive|invalidate|refresh|expire|revoke|rotate|sanitize|escape|normalize|trim|pad|clamp|"
        "autosave|memoize|lazy|preload|prefetch|crop|alert|blink|flash|beep|vibrate|ring|combine|fold|unfold|"
        "zoom|scroll|snap|dock|pulse|fade|blur|tint|invert|mirror|flip|scale|stretch|clip|stack|delay|"
        "postpone|defer|prioritize|rank|weigh|boost|penalize|reward|grant|deny|forbid|permit|invite|assign|"
        "unassign|reassign|link|unlink|connect|disconnect|pair|bind|unbind|mount|import|export|upload|"
        "download|copy|paste|clone|duplicate|restore|purge|trash|empty|clear|seed|populate|backfill|reindex|"
        "tag|label|mark|flag|star|bookmark|mute|unmute|kick|suspend|reactivate|approve|decline|escalate|"
        "route|forward|broadcast|subscribe|unsubscribe|listen|poll|ping|monitor|measure|count|sum|average|"
        "aggregate|bucket|sample|smooth|interpolate|encode|decode|decompress|zip|unzip|sign|authenticate|"
        "authorize|whitelist|blacklist|tolerate|recover|reconnect|resume|pause|cancel|abort|kill|terminate|"
        "spawn|detach|dim|darken|lighten|colour|color|paint|play|submit|post|fill|reserve|release|lend|tie|"
        "push|roll|spread|spin|slow|quiet|silence|shade|outline|underline|bold|indent|shuffle|randomize|"
        "guess|suggest|autocomplete|autosuggest|deduct|credit|debit|refund|reimburse|waive|exempt|prorate|"
        "backdate|timestamp|stamp|watermark|anonymize|anonymise|pseudonymize|obfuscate|scrub",
    ),
    (
        "refactor",
        5,
        "refactor|rename|restructure|reorganize|reorganise|rework|rewrite|tidy|clean|untangle|decouple|"
        "dedupe|deduplicate|simplify|streamline|modernize|modernise|split|break|extract|pull|factor|hoist|"
        "inline|consolidate|unify|flatten|move|convert|migrate|abstract|encapsulate|collapse|group",
    ),
    (
        "test",
        5,
        "test|mock|stub|cover|fuzz|assert|parametrize|parameterize|parametrise|unit",
    ),
    (
        "review",
        5,
        "review|audit|critique|assess|evaluate|double|verify|sanity|proofread",
    ),
    (
        "docs",
        5,
        "document|annotate|comment",
    ),
    (
        "ops",
        4,
        "deploy|release|upgrade|install|provision|publish|containerize|dockerize|rollback|restart|downgrade|"
        "setup|bump|lint|package",
    ),
    (
        "run",
        2,
        "run|rerun|execute|start|launch|try",
    ),
)

STEMS = word_set(
    "accept add affect allow answer appear arrive ask belong blow break browse build bump call can cause "
    "change charge check clean close come complain connect copy count cover create cut cycle day decide "
    "delete depend do draw drop edit end expire expose fall file find finish fire fit flow forget "
    "generate get give go grow handle happen have help hit hold hole hour idea jump keep know land let "
    "line list live load lock log look loop make match mean meet minute miss name note number offer open "
    "part path people pick place play point print problem prove pull push put raise reach read reason "
    "reduce refer refuse relate remember remove render replace report require reset respond restart "
    "result return run say see seem select send serve set share ship show sign sort spin stage start "
    "stay step stop store structure support switch sync take talk tell text think time touch track "
    "trigger turn type update use user value walk want way work worry wrap write year"
)
"""Base forms that stand only inside phrases; their other forms meet the phrase too."""
