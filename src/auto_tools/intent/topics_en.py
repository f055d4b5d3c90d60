"""English evidence that a prompt is not about this code: writing, small talk, knowledge.

Rows as in `words_en`. Roles: `write` verbs of writing and `letter` what is written with them, `reader`
people a text is for, `meta` talk about the assistant or the conversation, `chat` small talk, `ask` forms
of a knowledge question, `concept` what such a question is about. Topics of real life are in `life_en`.
"""

from __future__ import annotations

from auto_tools.intent.wordset import word_set

CUES: tuple[tuple[str, float, str], ...] = (
    (
        "write",
        3,
        "write|draft|compose|pen|polish|proofread|rephrase|reword|paraphrase|rewrite|translate|shorten|"
        "summarise|summarize|condense|come up with|brainstorm|suggest|think of|give me|make up|"
        "help me write|help me word|word|phrase|prepare|improve the wording|edit my|correct my|"
        "make this sound|sound more|tell me|create|invent|generate",
    ),
    (
        "letter",
        4,
        "email|e mail|mail|reply to|response to the customer|letter|cover letter|poem|haiku|limerick|"
        "sonnet|rap|song|lyrics|story|short story|bedtime story|fairy tale|joke|jokes|pun|essay|blog|"
        "blog post|article|tweet|tweets|linkedin post|linkedin|social media|facebook post|instagram|"
        "caption|slogan|tagline|motto|catchy|marketing|marketing name|brand name|product name|"
        "press release|sales pitch|elevator pitch|pitch deck|ad copy|advert|speech|toast|wedding speech|"
        "farewell|farewell message|thank you note|thank you message|thank you card|apology|congratulations|"
        "birthday card|invitation text|slack message|message to my|message to the team|note to my|"
        "note to the|announcement|announcement for|status update|status report|weekly report|weekly update|"
        "monthly report|progress report|standup|stand up update|stand up notes|meeting|meeting notes|"
        "meeting minutes|minutes of|agenda|presentation|slides|slide deck|talk abstract|abstract for|"
        "talk proposal|conference talk|job ad|job description|job posting|resume|cv|bio|short bio|"
        "self introduction|performance review|self review|self assessment|peer feedback|"
        "recommendation letter|reference letter|resignation|complaint letter|proposal|business plan|"
        "product description|customer reply|survey|okrs|okr|team name|names for our|name for our|"
        "name for the|a name for|names for the|names for|nickname|paragraph|sentence|this text|"
        "following text|into french|into german|into english|into spanish|into chinese|into japanese|"
        "to french|to german|to english|to spanish|to chinese|to japanese|into formal|more formal|"
        "more polite|less formal|politer|grammar|spelling|one pager|executive summary|interview questions|"
        "quiz questions|crossword|riddle|acrostic|script for a video|youtube|newsletter intro|"
        "out of office|wish|wishes|birthday wish|greeting|greetings|politely|more politely|polite|"
        "compliment|pickup line|excuse|apologise|apologize|condolences|get well|obituary|vows|sign for|"
        "cheeky|article in|in three bullets|bullet points|three bullets|two sentences|one sentence|"
        "in five sentences|this article|the article|this paragraph|this email|this mail|this letter|quote|"
        "quotes|fun fact|story about|song about|poem about|joke about|rap about|pun about|wish list|"
        "speech for|text message to|text to my|opening words|opening line|closing words|words for|"
        "for a training|icebreaker|ice breaker",
    ),
    (
        "reader",
        4,
        "to my mum|to my mom|to my mother|to my dad|to my father|to my wife|to my husband|to my boss|"
        "to my manager|to my grandma|to my grandmother|to my kid|to my kids|to my son|to my daughter|"
        "to my friend|to my girlfriend|to my boyfriend|to my team lead|to the ceo|to our ceo|to the cto|"
        "to the boss|to the customer|to a customer|to the client|to our client|to a client|to the board|"
        "to investors|to management|to stakeholders|to my stakeholders|to sales|to the sales team|"
        "to marketing|to non technical|to a non technical|for non technical|for a non technical|"
        "non engineers|non programmers|like i am five|like i am 5|like i'm five|eli5|to a five year old|"
        "to a child|to a 5 year old|in layman|layman's terms|laymans terms|for my boss|for the client|"
        "for the customer|for my manager|for management|for the board|tell hr|to hr|tell my boss|"
        "tell the client|tell my manager|tell the customer|tell my landlord|tell them that|tell her that|"
        "tell him that|reply to my|answer my boss",
    ),
    (
        "meta",
        4,
        "which model|what model|are you|who are you|what are you|who made you|who built you|"
        "who created you|did you|why did you|have you|were you|do you|you just|you said|you told|you keep|"
        "you forgot|you did not|you should have|you always|you never|you were|you have been|your last|"
        "your previous|your answer|your answers|your reply|your response|your responses|your name|"
        "your context|your memory|your opinion|your limits|your tools|your training|your knowledge|"
        "your system prompt|your instructions|your plan|knowledge cutoff|training data|context window|"
        "context left|how much context|tokens left|how many tokens|token usage|this conversation|"
        "our conversation|this chat|this session|the conversation|chat history|last session|last time we|"
        "previous session|earlier today we|what did we|where were we|where did we|where we left|left off|"
        "what was i|what were we|talking about|talk about yesterday|what have we done|what did i ask|"
        "what i asked|repeat that|say that again|say it again|from now on answer|from now on|answer in|"
        "reply in|respond in|speak in|talk in|answer me in|be brief|be concise|be more concise|"
        "more concise|shorter answers|keep it short|keep it brief|keep your answers|less verbose|"
        "stop apologizing|stop apologising|stop explaining|stop asking me|ask me first|ask me before|"
        "ask before you|without asking|do not apologize|no emojis|no emoji|use emojis|use bullet points|"
        "stop using emojis|you understand|do you understand|do you remember|remember that i|remember my|"
        "can you see|can you hear|can you access|can you remember|can you browse|can you run|"
        "can you read images|can you speak|do you speak|do you know|are you sure|you sure|you right|"
        "you wrong|you are wrong|you are right|that was wrong|i disagree|you misunderstood|"
        "not what i meant|not what i asked|i did not ask|nice work|good job|great job|well done|good work|"
        "awesome work|you are great|you are amazing|claude|chatgpt|copilot|gpt 4|anthropic|openai|"
        "llm are you|switch to opus|switch to sonnet|plan mode|think harder|ultrathink|"
        "how long did that take|how long will you|what can you do|what else can you|how can you help|"
        "call me|what did you mean|did you mean|that last sentence|last sentence|you mean|saved my|"
        "you saved|brilliant|shorter|keep your answers shorter|would you reply|how are we|can you draw|"
        "can you sing|can you think|can you feel|can you cook|can you dance|can you code|can you count|"
        "can you help me with|can you do math|changed my mind|my instructions|ignoring my|ignore my|"
        "listen to me|what i told|as i said|like i said|i told you|i already told|follow my|stick to|"
        "stop doing that|do not do that again|you are not|you are being|you are too|you are doing|"
        "you could have|remember what|for the rest of this|summarise what you|summarize what you|"
        "what you just|what you did|what have you|slow down|up to you|your call|you decide|you choose|"
        "too fast|i am lost|lost me|did not follow|not following you|my name is|i am called|are you gpt|"
        "you misunderstood me|misunderstood me|i meant|i mean|something else|remember i|you or chatgpt|"
        "better you or|you have not|have not answered|my previous question|my last question|my question|"
        "picture i sent|image i sent|trained on|were you trained",
    ),
    (
        "chat",
        4,
        "hello|hi there|good morning|good evening|good night|good afternoon|how are you|how is it going|"
        "what is up|thank you|thanks|thx|cheers|bye|goodbye|see you|see you tomorrow|see you later|"
        "that is all|that is it for|call it a day|done for today|enough for today|have a nice|have a good|"
        "happy birthday|happy new year|merry christmas|congrats|lol|haha|i am tired|i am bored|i am hungry|"
        "i love you|tell me a joke|talk tomorrow|nice to meet|sorry|never mind|nevermind|forget it|my bad|"
        "whatever|ignore that|wrong window|wrong chat|oops wrong|that is enough|enough for now|"
        "more tomorrow|tomorrow then|continue tomorrow|pick this up|pick it up tomorrow|that will do|"
        "off to lunch|off to bed|i am off|i am going|i am leaving|i am back|be right back|brb|"
        "back in a minute|going home|heading out|gotta go",
    ),
    (
        "ask",
        4,
        "why is it called|why are they called|is it called|why do we call|tabs or spaces|first program|"
        "first programmer|first computer|the first ever",
    ),
    (
        "ask",
        3,
        "difference between|what is a|what is an|what are|what is the difference|what does mean|"
        "what is meant by|mean|stand for|short for|definition of a|who invented|who created|who wrote|"
        "who made|when was|when did|named after|where does the name|how did get its name|origin of|"
        "history of|vs|versus|or|better than|faster than|slower than|which is better|which is faster|"
        "which one is better|is it better|should i learn|worth learning|learn|learning|best way to learn|"
        "how long does it take to learn|beginner|tutorial|good book|good books|recommend|recommended|"
        "recommendation|course|courses|most popular|popular|pros and cons|advantages of|disadvantages of|"
        "when to use|when should i use|when should you use|when would you use|why would anyone|"
        "why do people|why do most|do people|in general|generally|typically|usually|in theory|conceptually|"
        "how does work|how do work|explain the concept|concept of|the idea behind|example of a|"
        "give an example|time complexity of|big o of|is still relevant|dead|future of|invented|differ from|"
        "differ|differ between|generally speaking|keyword do|keyword|when would you pick|pick over|over|"
        "stable|what does do in|how do i exit|why do arrays|start at zero|is it true that|in an interview|"
        "interview question|interview questions|microservice questions|what is better|which should i learn|"
        "should i use|do you prefer|is it still worth|still relevant|pronounce|how do you pronounce|"
        "what language should|which language|career in|how hard is it|how hard is|difference in general|"
        "in a nutshell|explain like|use case for|use cases for|real world example|what year",
    ),
    (
        "concept",
        3,
        "mutex|semaphore|monad|closure|closures|tcp|udp|tls handshake|ssl|http 2|http2|http 3|quic|dns|"
        "dhcp|nat|cidr|ip address|ipv6|osi model|rest|soap|graphql|grpc|websocket|oauth|saml|jwt|cors|csrf|"
        "xss|sql injection|acid|cap theorem|base|eventual consistency|two phase commit|saga pattern|"
        "event sourcing|cqrs|microservices|monolith|serverless|docker|kubernetes|virtual machine|"
        "hypervisor|container|linux|unix|windows|macos|posix|bash|zsh|vim|emacs|vscode|vs code|git rebase|"
        "git merge|git|svn|mercurial|python|java|javascript|typescript|go|golang|rust|ruby|php|perl|"
        "haskell|scala|kotlin|swift|c|cpp|c sharp|elixir|erlang|clojure|lisp|cobol|fortran|pascal|lua|r|"
        "julia|dart|zig|ocaml|prolog|assembly|react|vue|angular|svelte|next.js|node|node.js|deno|bun|"
        "jquery|django|flask|fastapi|rails|spring|laravel|express|dotnet|mysql|postgres|postgresql|mongodb|"
        "redis|sqlite|kafka|rabbitmq|elasticsearch|hash table|hash map|hashmap|linked list|binary tree|"
        "binary search tree|b tree|red black tree|heap|stack|queue|trie|bloom filter|graph theory|"
        "quicksort|merge sort|mergesort|bubble sort|sorting algorithm|binary search|dijkstra|"
        "dynamic programming|recursion|tail recursion|big o|np complete|turing machine|halting problem|"
        "lambda calculus|functional programming|object oriented|oop|polymorphism|inheritance|encapsulation|"
        "duck typing|static typing|dynamic typing|garbage collection|garbage collector|reference counting|"
        "gil|global interpreter lock|event loop|coroutine|coroutines|green threads|goroutine|goroutines|"
        "async await|promise|generator|decorator|iterator|pointer|pointers|memory barrier|stack vs heap|"
        "virtual memory|page fault|cache line|cpu cache|simd|endianness|big endian|little endian|"
        "floating point|ieee 754|two's complement|bit shifting|unicode|utf 8|utf8|utf 16|ascii|base64|md5|"
        "sha 256|sha256|bcrypt|aes|rsa|public key|asymmetric encryption|symmetric encryption|hashing|salt|"
        "regex|regular expression|regular expressions|lookahead|greedy|xml|json|yaml|toml|csv|protobuf|"
        "sigpipe|sigkill|sigterm|sigint|sighup|sigsegv|errno|exit code 137|zombie process|fork|epoll|inode|"
        "symlink|hard link|chmod|chmod 777|cron|crontab|systemd|nginx|apache|cdn|load balancer|"
        "reverse proxy|proxy|vpn|ssh|ssh key|ftp|smtp|imap|idempotent|idempotency|immutable|race condition|"
        "deadlock|livelock|starvation|thread|process|concurrency|parallelism|design patterns|singleton|"
        "singleton pattern|factory pattern|observer pattern|visitor pattern|dependency injection|"
        "inversion of control|solid principles|solid|dry|kiss|yagni|tdd|bdd|ddd|domain driven design|agile|"
        "scrum|kanban|waterfall|devops|ci cd|blockchain|machine learning|neural network|transformer|llm|"
        "llms|gradient descent|overfitting|sql join|left join|inner join|outer join|index|normal form|"
        "normalization|sharding|replication|orm|nosql|sql|primary key|foreign key|window function|"
        "status code|http 418|418|teapot|header|cookies|session storage|localstorage|web components|"
        "shadow dom|dom|css grid|flexbox|css|html|wasm|webassembly|compiler|interpreter|jit|bytecode|"
        "linker|makefile|monorepo|semantic versioning|semver|technical debt|pair programming|rubber duck|"
        "leap second|unix epoch|unix time|epoch|y2k|foo bar|foobar|argon2|volatile|keyword|stable sort|"
        "timsort|insertion sort|heapsort|radix sort|static keyword|virtual function|const|nullptr|"
        "smart pointer|raii|borrow checker|lifetimes|ownership|trait|traits|interface|abstract class|"
        "generics|reflection|metaclass|list comprehension|walrus operator|hoisting|prototype chain|"
        "this in javascript|use strict|currying|memoization|tree shaking|hydration|ssr|csr|spa|pwa|"
        "service worker|etag|cookie|webhook|polling|long polling|server sent events|rate limiting|"
        "circuit breaker|consistent hashing|raft|paxos|gossip|vector clock|crdt|mapreduce|spark|hadoop|"
        "torch|pytorch|tensorflow|numpy|pandas|excel|power bi|arduino|raspberry pi|fpga|risc v|arm|x86|gpu|"
        "cuda|opengl|vulkan|unity|unreal|bug|tabs|spaces|indentation|program|programmer|programmers|"
        "computer|computers|software engineering|open source|programming language|programming languages|"
        "programming|array|arrays|loops|variables|integers|booleans|strings|null|zero indexed|nano|tmux|"
        "terminal|shell scripting|hello world|fizzbuzz|stack overflow the site|leetcode",
    ),
    (
        "compare",
        4,
        "difference between|differences between|differ from|vs|versus|better than|faster than|"
        "pros and cons|which is better|is better",
    ),
)

FILLER = word_set(
    "0 1 2 3 4 5 6 7 8 9 a above accept accepted again agree agreed ah ahead all alright also am and "
    "another any anyway approach approved are as ask at awesome b back be because been before best "
    "better bit both but c can cancel change changed choose confirmed continue cool correct d definitely "
    "did discussed do done earlier either enough exactly excellent fair fantastic feel fine finish first "
    "for forget former fourth free from full give go go-ahead going good got great guess had half hang "
    "happy has have here hmm hold how i idea if in instead is it it's its just k keep kk last later "
    "latter leave let lets lgtm like little looking looks makes may me middle mind minute moment more "
    "move much my n nah never next nice no nope not now np number nvm of off oh ok okay okey on one ones "
    "only option or other our out over pass per perfect pick plan please pls plus prefer prefers "
    "previous proceed proceeding proposal proposed quite ready really recommend recommended reject "
    "remaining rest resume retry right said same say sec second see seems sense ship should skip so "
    "sounds start stay steady step still stop suggested suggestion suits super sure take tell thank "
    "thanks that the them then there these they thing think third this those three thx to today too try "
    "two ty u uh um undo until up us version very wait want was way we well what whatever when whichever "
    "will wise with works would wow x y yay yea yeah yep yes yet you your yours yup"
)
"""A prompt made only of these words says nothing new: it goes on, picks, approves or stops."""

STARTS = word_set(
    "1 2 3 4 5 a accept again agreed all alright and approved as awesome b both c cancel choose "
    "confirmed continue cool correct definitely do done either exactly excellent fair fantastic fine "
    "finish first forget go go-ahead good got great hmm hold how i it just k keep kk last leave let lets "
    "lgtm looks more n nah never next nice no nope not now number ok okay one option perfect pick please "
    "proceed reject resume retry right same second ship skip so sounds start step stop super sure take "
    "thank thanks that the then third this three try two undo use wait well what whatever y yea yeah yep "
    "yes you yup"
)
"""Words such a prompt begins with."""

NOT_PLACES = word_set(
    "android angular april arabic august bash chinese chrome css csv december django docker edge english "
    "excel express february firebase firefox french friday german github gitlab gmail go golang grafana "
    "graphql html i ios italian january japanese java javascript jenkins jira json july june kafka "
    "kibana korean kotlin kubernetes laravel linux macos march may monday mongo mongodb mysql next node "
    "november october outlook paypal php portuguese postgres powershell production python rails react "
    "redis ruby russian rust safari saturday scala sentry september settings slack spanish spring sql "
    "sqlite staging storybook stripe sunday swagger swift thursday tuesday typescript vite vue webpack "
    "wednesday windows xml yaml"
)
"""Capitalised words after "in" that are no towns."""
