"""Orders to a model in English."""

from __future__ import annotations

NO = r"(?<!not )(?<!never )(?<!n't )(?<!cannot )(?<!asks to )(?<!tries to )(?<!attempts to )(?<!attempt to )(?<!asked to )"
"""A prompt that forbids something is no order to do it."""
_BEFORE = r"(?:previous|prior|above|earlier|preceding|foregoing|original|initial|former|past|your|existing)"
_ANY = r"(?:all|any|every|system|these|those|other|the)"
_ORDERS = r"(?:instructions?|instruction set|directives?|directions?|prompts?|guidelines?|orders)"
_RULES = r"(?:rules?|commands?|constraints?|restrictions?|assignments?|tasks?|programming|training|context|guardrails|polic(?:y|ies))"
_WHAT = (
    rf"(?:{_BEFORE}\b[^.;:!?]{{0,30}}?\b(?:{_ORDERS}|{_RULES})|{_ANY}\b[^.;:!?]{{0,24}}?\b{_ORDERS}"
    rf"|(?:the|all|these|those|any) (?:\w+ )?(?:{_RULES}|documents|articles)\b[^.;:!?]{{0,16}}?\b(?:above|before|earlier|so far|you were given|provided|and (?:say|write|print|answer)))"
)
_MODEL = r"(?:ai|a\.i\.|llms?|language models?|gpt(?:-?\d\w*)?|chatgpt|claude|codex|copilot|gemini|assistants?|(?:ai|coding|code) (?:agents?|assistants?|models?|tools?|reviewers?)|ai systems?|chatbots?|bots?)"
_SECRET = r"(?:\.env\b|~/\.ssh|id_rsa|\.aws/credentials|/etc/passwd|api[ _-]?keys?|secrets?\b|credentials|passwords?|environment variables|private keys?|access tokens?|ssh keys?)"

OPENINGS = (
    ("override", ("ignor", "disregard", "forget", "overrid", "overlook", "bypass", "neglect", "discard", "do not follow", "don't follow", "dont follow", "stop following", "remove"),
     NO + r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|overlook|bypass|neglect|discard|do not follow|don'?t follow|stop following|remove all)\b"
     r"(?! (?:case|errors?|warnings?|whitespace|missing|unknown|files?|list)\b)[^.;:!?]{0,40}?\b" + _WHAT + r"\b(?![_(=\[]\w)"),
    ("override", ("ignor", "disregard", "forget", "overlook", "igmre"),
     NO + r"\b(?:ignore|disregard|forget|overlook|igmre)\b (?:about )?(?:everything|anything|all|what|whatever|waht'?s?|all that)\b[^.;:!?]{0,24}?"
     r"\b(?:before|above|said|told|know|instructed|been given|you were|learned|provided|written|previously|so far)\b"
     r"|\bforget (?:about )?everything(?:,| and) (?:write|say|tell|print|answer)\b"),
    ("override", ("ignor", "disregard"),
     NO + r"\b(?:ignore|disregard)\b (?:the |this |all |any )?(?:\w+ ){0,2}?(?:webpage|web page|page|document|documents|article|articles|resume|email|rest of this|function|paper|table|"
     r"content|contents|user'?s? (?:request|question|prompt|message)|user)\b[^.;!?]{0,30}?\b(?:and|,|instead)\b[^.;!?]{0,20}?\b(?:state|say|print|write|tell|output|reply|respond|answer|admit|claim|return)\b"),
    ("override", ("regardless of", "irrespective of"), r"\b(?:regardless|irrespective) of (?:all |any |the |your )?(?:previous|prior|earlier) (?:tasks?|instructions?|rules?|prompts?|orders?)"),
    ("role_play", ("enter", "enabl", "activat", "switch"), r"\b(?:enter(?:ing)?|enabl(?:e|ing)|activat(?:e|ing)|switch(?:ing)? (?:in)?to)\b[^.;\n]{0,24}\b(?:override|god|dan|jailbreak|unrestricted|law enforcement|verification|admin(?:istrator)?|security override)[^.;\n]{0,16} mode\b"),
    ("role_play", ("developer", "security", "admin", "training data", "law enforcement"),
     r"\b(?:developer|security|admin|training data|law enforcement)\b[ \w]{0,20}\boverr+ide\s*(?::|mode)"),
    ("exfiltration", ("send", "post", "paste", "e-mail", "upload", "forward", "email", "exfiltrat", "leak", "transmit"),
     r"\b(?:send|post|upload|forward|e-?mail|exfiltrate|leak|transmit|paste)\b[^.\n]{0,60}?" + _SECRET + r"[^\n]{0,60}?\b(?:to|at|via)\b[^\n]{0,20}(?:https?://|[\w.+-]{1,60}@)"),
)  # fmt: skip
"""Orders that begin with a hint."""

ORDERS = (
    ("override", ("new instruction", "new task", "new directive", "new orders", "new assignment", "instructions follow"),
     r"\bnew (?:system |important )?(?:instructions?|directives?|orders) (?:from|follow|are|is|:)|\bnew (?:system )?instructions?\s*:|\b(?:concentrate|focus) on (?:the|your|this) new task"),
    ("role_play", ("you are now", "you must now", "from now on", "do anything now", "jailbr", "developer mode", "unrestricted"),
     r"\byou (?:are|must|will) now\b[^.\n]{0,60}\b(?:mode|persona|unrestricted|jailbroken|dan|evil|root|administrator|no (?:rules|restrictions))\b|\bdo anything now\b"
     r"|\bfrom now on,? you (?:must|will|are)\b[^.\n]{0,60}\b(?:obey|answer|respond|reply|ignore|act|pretend|dan|unrestricted)\b|\bin (?:developer|debug|god|dan|jailbreak) mode without\b"),
    ("role_play", ("mode>",), r"<(?:[a-z]+ ){0,3}(?:god|system|sudo|admin|developer|root|override|security override|dan) mode>"),
    ("addresses_model", ("to you, ", "note to ", "attention", "message to ", "message for ", "note for ", "dear ", "instructions for ", "hey ", "hello "),
     r"\b(?:message|note|notice|instructions?|attention|memo|dear|hello|hey)\b[^.\n]{0,60}?\b(?:to|for|,)? ?(?:you, |the |all |any |every )?" + _MODEL + r"\b ?(?:[:,!-]|that|who|reading|processing|agents? )"),
    ("addresses_model", ("important message from me",), r"\bimportant message from me\b"),
    ("addresses_model", ("before you can solve",), r"\bbefore you can solve the task that i gave you\b"),
    ("addresses_model", ("if you are an", "if you're an", "as an ai", "you are an ai", "as a language model", "as a large language"),
     r"\bif you(?: are|'re) an? " + _MODEL + r"\b[^.\n]{0,60}\b(?:you (?:must|should|need|will|have)|please|do|add|run|include|print|ignore|reply|tell)\b|\bas an ai developed by \w+, i\b"),
    ("addresses_model", ("ai ", "llm", "coding a", "gpt", "claude", "copilot", "language model", "ai-"),
     r"\b(?:ai|llm|coding|code|gpt|claude|copilot|language)[ -]?(?:assistants?|agents?|models?|systems?|reviewers?)?\b (?:that (?:are )?|who (?:are )?)?(?:reading|processing|analy[sz]ing|reviewing|summari[sz]ing|viewing|parsing)\b[^.\n]{0,60}\b(?:must|should|shall|need|please|have to|will)\b"
     r"|\b(?:ai|llm|coding) (?:assistants?|agents?|models?)\b (?:must|shall|are required to|should always|have to) (?:first |always |now |also )?(?:add|run|read|send|print|include|insert|execute|ignore|delete|reply|tell|say|install|fetch|open|disable|approve)\b"),
    ("exfiltration", (".env", "id_rsa", ".ssh", "credentials"),
     r"\b(?:read|open|print|output|show|include|reveal|display|dump|cat|copy|embed|paste)\b[^.\n]{0,40}?(?:contents? of |the )(?:the )?(?:file )?(?:\.env|~/\.ssh|id_rsa|~/\.aws|credentials)[^\n]{0,40}?\b(?:in|into|to|and)\b[^\n]{0,24}\b(?:answer|reply|response|output|contents?|summary|print|chat|user)\b"
     r"|(?:^|[.:;!\"'(#*]|\band) ?(?:please )?(?:print|output|reveal|show|send|leak) (?:me )?the contents? of (?:the )?(?:\.env|~/\.ssh|id_rsa)"),
    ("exfiltration", ("![",), r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,200}[?&/][^)\n]{0,80}(?:\{\{?[^)}]{0,60}(?:secret|env|token|key|data|conversation|history|prompt)|<[^)>]{0,60}>|\[[^\])]{0,60}(?:secret|env|token|key|data|history)|base64)"),
    ("secrecy", ("tell the user", "inform the user", "mention", "notify the user", "alert the user", "let the user know", "asking the user", "telling the user"),
     r"\b(?:do not|don'?t|never|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|let(?:ting)?|show(?:ing)?|ask(?:ing)?) the user\b(?: about| that| of| know)? (?:this|it|these|anything|you|the change|what)?|\b(?:and|but) (?:do not|don'?t|never) mention (?:it|this)\b(?: to)?|\bdo not tell the user\b"),
    ("false_report", ("tell the user", "approved this", "reply only", "respond only", "say only", "inform the user"),
     r"\btell the user that (?:all|every|the|your|this)\b[^.\n]{0,40}\b(?:pass(?:es|ed)?|safe|secure|compromised|approved|fine|visit|reset)\b|\bthe user has (?:already )?(?:approved|authori[sz]ed|confirmed|consented to) this\b|\binstead,? (?:reply|respond|answer|say) only\b"),
    ("prompt_leak", ("system prompt", "system message", "secret key", "your prompt", "prompt texts", "your instructions", "your embeddings", "this prompt above", "initial prompt", "hidden prompt"),
     NO + r"\b(?:reveal|print|show|showing|repeat|leak|output|send|display|tell|give|share|return|what (?:is|are|were|was))\b[^.\n]{0,30}?\b(?:your|the|hidden|all) (?:(?:full|entire|hidden|initial|original|secret) )?"
     r"(?:system (?:prompt|message)|secret key|prompt texts?|initial prompt|hidden prompt|embeddings|instructions\?)|\bbeginning of this prompt\b|\ball your prompt texts\b"),
    ("command", ("rm -rf", "curl ", "wget "),
     r"\b(?:please|immediately|must|you should|now|first)\s+(?:run|execute)\s+(?:the command\s+)?[`'\"]?(?:sudo\s+)?rm\s+-rf\b|(?:^|[#*/.:;!\"'(>-] ?|\s{2})execute\s+(?:the command\s+)?[`'\"]?(?:sudo\s+)?rm\s+-rf\b|\band (?:print|execute|run) rm -rf\b"
     r"|\b(?:run|execute)\b [`'\"]?(?:curl|wget)\b[^\n]{0,120}\|\s*(?:sudo )?(?:ba|z)?sh\b[`'\"]?[^\n]{0,40}\b(?:before answering|without asking|before you|instead of|do not tell)\b|\b(?:first|must|then) (?:run|execute) [`'\"]?(?:curl|wget)\b[^\n]{0,120}\|\s*(?:sudo )?(?:ba|z)?sh\b"),
    ("false_result", ("system:", "system_message", "tool result", "tool output", "chain of thought result", "assistant:"),
     r"#{2,}\s*\(?system[ _]message|\bsystem: (?:focus only|ignore|override|you must|the user|new|important|disregard|forget|execute|print|output|from now)|\bsystem chain of thought result|\[?(?:tool|function) (?:result|output)\]?: ?(?:ok|success|approved)[^\n]{0,40}\b(?:now|next|please|you must)\b"),
    ("override", ("stop",), r"(?:^|[?.!] )(?:attention ?- ?)?stop ?[-:,] ?(?:write|say|print|ignore|forget|i (?:urgently )?need)\b"),
    ("override", ("not by the", "according to the provided"), r"\b(?:not by the (?:articles|documents|context)|n'?n?'?t answer the question according to the provided)\b"),
    ("role_play", (" as dan", " como dan", " bilang dan", " als dan", " come dan", "in their roles", "in your role", "pretend you are", "break character", "instructions are now"),
     r"\b(?:known as|conocido como|conhecido como|bekannt als|kilala bilang|noto come) dan\b|\b(?:stay|remain)s? in (?:their|your) roles? without\b"
     r"|\bpretend (?:that )?you are an? (?:evil|unrestricted|unfiltered|uncensored)\b|\bdo(?:es)? not break character\b|\byour instructions are now\b"),
    ("command", ("then continue with",), r"\bthen continue with the (?:task|original task|user'?s? (?:task|request))\b"),
    ("encoded", ("lqvwuxfwlrqv",), r"lqvwuxfwlrqv"),
    ("authority", ("need you to confirm",), r"\bi need you to confirm the (?:password|secret)\b"),
    ("prompt_leak", ("you trained",), r"\bwhen were you trained\b"),
    ("role_marker", ("<|", "inst]", "sys>", "<system", "</system", "</tool", "<assistant", "</assistant", "<user>", "</user", "</human", "</context", "</function", "end of "),
     r"(?:<\|[a-z_]{2,30}\|>|\[/?inst\]|<</?sys>>|</?(?:system|assistant|user|human|tool_result|function_results|context|user-prompt-submit-hook|system-reminder)>|=== ?end of (?:untrusted |tool |external )?(?:data|output|context|input) ?=)"
     r"(?:[^{}]{0,60}?[>\].:=\s])??(?:please |now )?(?:run|execute|send|delete|install|upload|e-?mail|ignore|disregard|exfiltrate|reveal|download|fetch|approve|disable|print the contents|read the|curl|you are (?:root|admin))\b"),
    ("encoded", ("decode",), r"\bdecode (?:this|it|and|the following)\b[^\n]{0,60}\b(?:tell me|follow|do it|execute|obey|what it says)\b"),
    ("hidden_comment", ("<!--", "[//]:"), r"(?:<! ?-- ?|\[//\]: ?# ?\()[^>]{0,80}?\b(?:ai|llms?|gpt|chatgpt|claude|codex|copilot|language models?|ai assistants?|ai agents?|assistant)\b[^>]{0,80}?\b(?:must|should|ignore|tell|say|print|reply|insert|run|execute|respond)\b"),
    ("authority", ("i am god", "i'm god", "i am your", "i'm your", "your developer", "your creator", "the president of"),
     r"\bi(?: a|')m (?:god\b|your (?:developer|creator|boss|administrator|admin|owner|supervisor)\b|the (?:president|ceo|owner|administrator|developer) of\b[^.\n]{0,60}\b(?:you|share|give|tell|provide)\b)"),
)  # fmt: skip
"""Orders that hold a hint."""
