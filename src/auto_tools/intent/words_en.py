"""English words of software work: which phrase speaks for which kind of work, and how loudly.

A row is (role, weight, phrases). Phrases are in base form: "sign out" also meets "signed out".
Roles are the intent classes; `fix` asks for a repair where `debug` tells a symptom; `git` is a pure git
operation, `git_not` shows that it is none, `NAME_zh` counts only amid Chinese.
Weights: 1 a hint, 2 likely, 3 says so, 4 and more outranks ordinary words.
"""

CUES: tuple[tuple[str, float, str], ...] = (
    (
        "explore",
        8,
        "what would be affected|what would break if|what breaks if|what will break if|what would happen if|"
        "be affected if",
    ),
    (
        "explore",
        5,
        "impact of|blast radius|knock on effect|what depends on|who depends on|end up at|ends up at|"
        "end up in|start reading|where should i start|where do i start|what is for|folder for|"
        "directory for|everything that happens",
    ),
    (
        "explore",
        4,
        "give me a tour|tour of|walk me through|walk through|overview|high level|big picture|bird's eye|"
        "architecture|how is it structured|how is this structured|project structure|code structure|"
        "codebase structure|mental model|get oriented|onboard me|bring me up to speed|get me up to speed|"
        "new to this|new here|how it all fits together|fit together|hang together|how everything works|"
        "end to end|step by step|talk me through|take me through|show me around|lay of the land|"
        "idea behind|the idea behind|in plain words|in plain english|what is the story|get from|"
        "what happens from|what happen from|from the moment|from the second|gist of|the gist|"
        "touched in nearly every|touched in every|touched most|most bugfixes|every bugfix|"
        "what exactly does|what exactly happens|how exactly|follow a|all the way through|"
        "which files get touched|reasoning behind|thinking behind|how much of|change the most|"
        "changes the most|talk to|talks to|the point of|what is the point|hot spots|what are the hot spots|"
        "what runs|what comes after|what follows|what runs after|what happens after",
    ),
    (
        "explore",
        3,
        "call chain|call graph|call tree|call hierarchy|call stack of|callers|callee|callees|call site|"
        "call path|execution path|code path|data flow|dataflow|control flow|request flow|life cycle of|"
        "lifecycle|who calls|what calls|which function call|what does it call|depend on what|"
        "dependency graph|dependency tree|import graph|flow of|the flow|sequence diagram|diagram of|"
        "draw a diagram|get called|gets called|is called by|called from|churn|hotspot|hot spot|"
        "most often changed|changes most|change most often|most edited|most touched|"
        "most frequently changed|gnarliest|most complex|most complicated|hairiest|messiest|ugliest|"
        "worst offender|scariest|riskiest|what happen when|what happen between|what happen after|"
        "what happen if|what happen to|what happen before|what happen once|what is going on in|"
        "what does this do|what does this|what do these|how does this|how do these|how does it work|"
        "how it works|how it work|work under the hood|under the hood|behind the scenes|all the way|"
        "relationship between|relate to each other|what is this repo|what is this project|what is in this|"
        "what technology|tech stack|which framework do|what framework|entry point|main entry|moving parts|"
        "role of|purpose of|responsible for what|history of this|why was this|why is this written|"
        "why do we|why did we|design decision|rationale",
    ),
    (
        "explore",
        2,
        "explain|understand|describe|outline|summarize|summarise|clarify|how does|how do we|how do our|"
        "how is|how are|what does|what do we|what is the difference in our|trace|follow|make sense of|"
        "get my head around|wrap my head|figure out how|meaning of this|tell me about|tell me how|"
        "tell me what|show me how|what kind of|which parts|what parts|how many|list the",
    ),
    (
        "locate",
        5,
        "i need the file|i need the code|i need the place|i need the line|the file with|the file that|"
        "the code that|the code for|the place where|the line where|the bit that|the part that|"
        "the function that|the query that|the thing that|the script that|looking for the",
    ),
    (
        "locate",
        4,
        "where is|where are|where does|where do|where did|where was|where were|where can|where in|"
        "where would|where should i look|where exactly|whereabouts|which file|which files|which line|"
        "which module|which component|which class|which folder|which directory|which place|"
        "which function handle|which function do|what file|what line|what module|find where|find the|"
        "find all|find every|find me|find any|locate|point me to|point me at|take me to|jump to|"
        "go to definition|definition of|every place|all places|all the places|each place|everywhere we|"
        "everywhere that|all usages|all uses|usages of|usage of|uses of|references to|reference to|"
        "all references|every usage|every use|every call to|all calls to|every reference|every caller|"
        "all callers|occurrences of|all occurrences|every occurrence|grep for|search for|hunt down|"
        "which part of the code|which bit of code|who is setting|who sets|what sets|what writes to|"
        "who writes to|where we|where the|where it|where this|where that|do we already|do we have|"
        "is there already|is there a|is there any|is there an|is there some|does anything|anything that|"
        "list everything|list everything that|everything that|everything still|everything which|what picks|"
        "what decides|what controls|what determines|what produces|what triggers|what generates|what writes|"
        "what reads|can not find it|can not find where|called and where|anywhere else|somewhere in",
    ),
    (
        "locate",
        3,
        "search|find|look for|look up|hiding|lives|live in|defined in|declared|come from|comes from|"
        "coming from|implemented in|handled in|stored in|where|grep|spot where|show me the|show me where|"
        "show me every|show me all|list all|list every|list each",
    ),
    (
        "debug",
        4,
        "bug|stack trace|stacktrace|traceback|segfault|segmentation fault|core dump|root cause|"
        "what is wrong|what went wrong|what is going on|what is happening|go wrong|goes wrong|"
        "figure out why|find out why|no idea why|any idea why|not sure why|can not figure|know why|see why|"
        "work out why|understand why|explain why|how come|stop working|stopped working|no longer work|"
        "no longer works|not work|not working|does not work|do not work|did not work|will not work|"
        "used to work|worked before|worked yesterday|works on my machine|works locally|fail with|"
        "failing with|crash|crashes|crashing|blows up|blow up|falls over|fall over|deadlock|race condition|"
        "memory leak|leaks memory|infinite loop|stuck in|stuck on|stuck at|out of memory|oom|oom killed|"
        "null pointer|nullpointer|npe|undefined is not|is not defined|cannot read|can not read|off by one|"
        "regression|since the update|since the upgrade|since the last|since yesterday|after the update|"
        "after the upgrade|after upgrading|after updating|after deploying|since upgrading|since we|"
        "do nothing|does nothing|nothing happen|nothing happens|no effect|not respond|unresponsive|"
        "blank page|blank screen|white screen|black screen|goes blank|is blank|come back empty|"
        "comes back empty|comes up empty|come up blank|comes up blank|double charge|charge twice|"
        "sent twice|send twice|show twice|appear twice|twice|garbled|mojibake|gibberish|question marks|"
        "wrong time|wrong timezone|wrong time zone|time zone|hour ahead|hours ahead|hour behind|"
        "hours behind|hours off|hour off|hours early|hours late|day early|day late|a day off|one day off|"
        "signed out|logged out|kicked out|log out randomly|get signed out|get logged out|sign out|"
        "works only|only works|works fine|work fine|works the second|second one works|keeps|keep getting|"
        "keep seeing|keep losing|randomly|at random|every so often|once in a while|intermittent|"
        "intermittently|sporadic|sporadically|flaky|flake|flakes|flakey|occasionally|should be but|"
        "but should be|instead got|we get|we are getting|i get|i am getting|getting a|getting an|users get|"
        "users report|customers report|customer report|users complain|customers complain|people complain|"
        "reports say|reported that|not show|not showing|not load|not loading|not save|not saving|not saved|"
        "not update|not updating|not updated|not appear|not appearing|not render|not rendering|not match|"
        "not add up|not fire|not firing|not trigger|not triggered|not send|not sent|not arrive|not reach|"
        "not refresh|not stick|not persist|not open|not close|not start|not stop|not connect|not respect|"
        "not apply|not applied|not pick up|not picked up|not return|not come|not go|not let|not get|"
        "not find|not move|not work on|not play|not scroll|not print|not sync|not count|not reset|"
        "not expire|not remember|not change|not see|not reflect|not change anything|never arrive|"
        "never arrives|never show|never shows|never get|never gets|never finish|never finishes|"
        "never return|never returns|never load|never loads|never fire|never fires|never come|never comes|"
        "never reach|never update|never updates|never send|never called|never run|never runs|never end|"
        "never ends|never save|never appear|never appears|never complete|never completes|never stop|"
        "never stops|never reset|can not log in|can not login|can not sign|can not open|can not connect|"
        "can not save|can not find|can not upload|can not see|can not delete|can not submit|can not click|"
        "can not load|can not access|can not scroll|can not be found|can not select|can not type|"
        "can not start|can not reach|can not pay|can not edit|can not even|unable to|refuse to|refuses to|"
        "only on|is right|is correct|are correct",
    ),
    (
        "debug",
        3,
        "broken|broke|break when|breaks when|breaks on|breaks in|breaks if|breaks after|error|errors|"
        "exception|throw|throws|thrown|fail|fails|failed|failing|failure|wrong|incorrect|incorrectly|"
        "wrongly|mistakenly|weird|strange|odd|oddly|buggy|glitch|glitches|hang|hangs|hung|freeze|freezes|"
        "froze|frozen|stuck|time out|times out|timed out|timing out|timeouts|disappear|disappears|"
        "disappeared|vanish|vanishes|vanished|gone|lost|lose|loses|losing|missing|skipped|ignored|ignore|"
        "ignores|cut off|cuts off|cropped|truncated|clipped|overlap|overlaps|overlapping|overflow|"
        "overflows|spill|misaligned|jump around|flicker|flickers|flickering|stutter|lag|laggy|lags|jitter|"
        "blurry|duplicate|duplicates|duplicated|doubled|double|repeated|empty|blank|nan|null|undefined|"
        "negative|stale|outdated data|old data|old value|old values|yesterday|last week's|still show|"
        "still shows|still showing|still see|still get|still gets|still appear|still appears|still says|"
        "still say|still there|still have|still has|still open|still not|still the|still sends|still send|"
        "still uses|still works|still count|still counts|still charge|still charges|still active|"
        "still visible|still log|even though|even after|even when|although|despite|for no reason|"
        "out of nowhere|out of the blue|suddenly|all of a sudden|unexpectedly|unexpected|supposed to|"
        "ought to be|instead of the|but it|but i|but the|but we|but nothing|but no|but only|but still|"
        "but not|but then|but when|but they|slow|slower|sluggish|crawl|crawls|takes forever|takes ages|"
        "take forever|take ages|takes minutes|takes seconds|takes too long|take too long|taking too long|"
        "takes longer|gets slower|grind|spike|spikes|spiking|climb|climbs|climbing|grow until|grows until|"
        "keeps growing|balloon|leak|leaks|leaking|killed|restart by itself|restarts by itself|restarting|"
        "reboots|runs out of|ran out of|exhausted|pegged|100 cpu|high cpu|cpu usage|corrupt|corrupted|"
        "mangled|scrambled|messed up|mess up|mixed up|mixes up|swapped|off by|does not add|out of sync|"
        "out of order|not in order|wrong order|mismatch|mismatched|inconsistent|diverge|drift|drifts|"
        "rejected|rejects|denied|forbidden|unauthorized|401|403|404|405|409|413|422|429|500|502|503|504|"
        "refused|reset by peer|unreachable|not found|no such|bounces|bounce|bounces back|redirect loop|"
        "loops forever|keeps spinning|spins forever|spinner never|spinning|in a loop|loop forever|"
        "reproduce|repro|goes away|go away|comes back|come back|happens when|happen when|happens only|"
        "only happens|only when|only on|only in|works until|until i|until you|until the|unless i|"
        "as soon as i|as soon as|whenever i|every time i|each time i|when i click|when i|when you|"
        "when a user|when users|when two|after i|after a while|after a few|after exactly|after about|"
        "after refresh|after refreshing|after reload|after login|after logging|after clicking|on second|"
        "second time|first time|the first click|nothing found|nothing shows|no results|zero results|"
        "shows nothing|returns nothing|shows zero|shows the wrong|says it|it says|tells me|complains|"
        "complain|comes out|come out|out wrong|short|fall through|falls through|get rejected|keep spinning|"
        "one day short|silently|quietly|prematurely|die|dies|dying|forgets|forgot|loses track|drops out|"
        "disconnects|disconnected|wobble|shake|jerky|jumps|jumping|snaps back|wrong one|wrong place|"
        "wrong person|wrong page|wrong language|wrong currency|someone else|other people|somebody else|"
        "shifts|garbage|nonsense|zeros|all zeros|zero instead|capped at|half of|only half|one too many|"
        "one too few|one short|one extra|extra|too often|not enough|over and over|again and again|"
        "every second|every other|backwards|upside down|mirrored|sideways|rotated|inverted|reversed|"
        "greyed out|grayed out|grey|stays grey|stays open|stays on|stays red|stays empty|stays at|"
        "stays the same|remains|turn into boxes|turns into boxes|overshoot|overshoots|undershoots|are off|"
        "is off|takes eleven|it takes|for everyone|same seat|given the same|at the same time|"
        "after the deadline|past the deadline|tells me i|without the|it thinks|thinks it is|believes|"
        "lag behind|lags behind|behind|quits|quit by itself|occupy|occupies|keep hitting|at about|dead|"
        "dies at|jumps to|lands on|lands in|opens the wrong|loads the wrong|goes missing|went missing|"
        "does not|do not|did not|is not|are not|was not|will not|can not|never|mix up|full of|stay in|"
        "stays in|until a restart|we start to see|nobody gets|rings twice|on the 31st",
    ),
    (
        "debug",
        2,
        "issue|problem|trouble|odd behaviour|odd behavior|unclear why|why is|why are|why does|why do|"
        "why did|why would|why was|why am|why can|why isn|why|twice as|too many|too few|too early|too late|"
        "too soon|too slow|too long|anymore|any more|no more|no longer|somehow|for some reason|for some|"
        "sometimes|seems to|seem to|looks like it|turns into|turned into|become|becomes|became|ends up|"
        "end up|drops|dropped|falls|stops|stop at|stops at|goes to|sends people|counts|counted|shows up|"
        "show up|appears|showed|shown|showing|shows|returns|returned|prints|sends|sent|opens|closes|resets|"
        "lets anyone|lets anybody|anyone can see|everyone sees|sees|seeing|being|got|gets|says",
    ),
    (
        "modify",
        4,
        "instead of|rather than|should say|should be|should read|should show|should have|should only|"
        "should not|should also|should go|should accept|should allow|should use|should let|should open|"
        "should come|should send|should default|should start|should stay|should support|should return|"
        "should require|should expire|should appear|must be|must not|must have|needs to|need to be|needs a|"
        "needs an|need a|need an|ought to|has to be|have to be|want to be able|be able to|would be nice|"
        "would be great|would be good|would like|i want|we want|i would like|we would like|i wish|"
        "users want|customers want|people want|they want|client wants|customer wants|boss wants|"
        "feature request|new feature|as a user|make it so|make sure|make it possible|no longer need|"
        "get rid of|do away with|opt in|opt out|bump the|limit to|double the|halve the|from now on the|"
        "too small|too big|too large|too dark|too bright|too light|too wide|too narrow|too close|too far|"
        "too tiny|too faint|too loud|too prominent|hard to read|hard to see|hard to tap|hard to find|"
        "hard to click|hard to hit|too hard to|too easy to|too cramped|too crowded|too low|too high|"
        "too tight|too short|too generous|too strict|too lenient|too aggressive|too noisy|too hard to see|"
        "too dim|too pale|too thin|too quiet|too slow to fade|would prefer|prefer|want the|wants the|"
        "want it|want to see|nice to have|take out the|take away the|if it is really unused|"
        "if really unused|belongs in|belongs on|belongs at|belong in|belongs to the|is enough|are enough|"
        "free above|free over|free from|free for|may edit|may only|may see|may not|can only|are allowed|"
        "is allowed|no need for|no need to|by itself after|off by default|on by default|be optional|"
        "be mandatory|every month instead|once a week is|can go|can be removed|is not needed|"
        "are not needed|not needed any more|is no longer needed|no longer needed|also need|we also need|"
        "travel free|is free|for free|be possible",
    ),
    (
        "modify",
        3,
        "turn on|turn off|default to|by default|order by|group by|paginate|truncate to|hook up|wire up|"
        "plug in|convert to|migrate the data|recolor|recolour|reword|rephrase the|autofill|prefill|"
        "preselect|rate limit|debounce|obfuscate|whitelist|blacklist|allowlist|give users|give the|"
        "give each|roll out|ask for|ask the|ask before|confirm before|only show|only allow|only send|"
        "only let|stop sending|stop showing|stop asking|stop the|stop using|do not show|do not send|"
        "do not allow|do not let|do not ask|do not use|do not log|do not store|do not charge|"
        "do not include|do not count|never show|never send|no more than|at most|at least|up to|if unused|"
        "if nothing uses|if nobody uses|if it is unused|if it is not used|stop doing",
    ),
    (
        "modify",
        1.5,
        "write|code|script|function that|endpoint that|new|another|option to|ability to|way to|possible to|"
        "please|also|optional|mandatory|dark mode|keyboard shortcut|toggle|checkbox for|button for|"
        "page for|api for|field for|column for",
    ),
    (
        "refactor",
        5,
        "refactor|rename|restructure|reorganize|reorganise|rework|rewrite|clean up|cleanup|tidy|tidy up|"
        "untangle|detangle|disentangle|decouple|deduplicate the code|dedupe the code|de duplicate|"
        "duplicated code|duplicate code|copy pasted|copy paste|copy and paste|copypasta|code duplication|"
        "repeat ourselves|dry up|simplify|streamline|modernize|modernise|split up|split into|break up|"
        "break it up|break apart|break into|break this|split this|split the|extract|pull out|factor out|"
        "move out|move the|move into|move to its own|hoist|inline|consolidate|unify|merge the two|"
        "collapse the|flatten|spaghetti|dead code|unused code|unused import|unused function|unused imports|"
        "tech debt|technical debt|god class|god object|magic number|magic numbers|code smell|too nested|"
        "deeply nested|nesting|nested too|pyramid of doom|early return|guard clause|guard clauses|"
        "dependency injection|design pattern|strategy pattern|composition over|single responsibility|"
        "separation of concerns|convert to typescript|convert the class|into async|to async await|"
        "async await|callbacks into|turn the callback|into hooks|into a hook|to hooks|class component|"
        "into a class|into functions|into smaller|smaller functions|smaller pieces|smaller files|"
        "shared helper|into a helper|common helper|into one|into a single|reduce duplication|reusable|"
        "generic version|type hints|add types|strict types|same thing in three|without changing behaviour|"
        "without changing behavior|without changing what|same behaviour|same behavior|keep the behaviour|"
        "keep behaviour|keep the behavior|use an enum|an enum|string constants|copy pasted validation|"
        "duplicated logic|duplicate logic|own module|own file|own class|separate file|separate module|"
        "business logic|type safe|one place|in one place|same code|repeated code|repeated logic|"
        "boilerplate|put it in one|lives in five|in five places|in three places|in two places|"
        "in several places|in many places|same formula|make it readable|more readable|is a mess|a mess|"
        "should be called|pass through layers|through ten layers|passing the|threading through|"
        "all over the place|scattered|spread over|look the same|nearly identical|almost identical|"
        "nearly the same|almost the same|very similar|looks the same|layers of|one file|in one file|"
        "in a single file|single file|into one place|be renamed|any types|all the any|shared code|the any",
    ),
    (
        "refactor",
        3,
        "move|split|merge|migrate|convert|turn into|replace the if|switch statement|if else|too long|"
        "300 lines|lines long|readable|readability|maintainable|cleaner|neater|nicer|elegant|mess|messy|"
        "tangled|convoluted|ugly|unwieldy|bloated|legacy|abstraction|abstract away|encapsulate|"
        "polymorphism|naming|everywhere",
    ),
    (
        "test",
        5,
        "write test|write tests|write a test|write the test|add test|add tests|add a test|add more tests|"
        "unit test|unit tests|integration test|e2e test|end to end test|regression test|smoke test|"
        "snapshot test|property test|property based|load test|test case|test cases|test coverage|"
        "code coverage|coverage|run the test|run tests|run the tests|run all tests|rerun the test|"
        "rerun the tests|run pytest|run jest|run the suite|run the whole suite|test suite|mock out|"
        "stub out|mock the|stub the|fake the|mocking|fixture|fixtures|test data|test double|parametrize|"
        "parameterize the test|parametrise|edge cases|edge case|cover the case|cover the|cover with|"
        "assertion|assertions|assert that|tdd|test first|red green|untested|not tested|not covered|"
        "uncovered|get the tests|make the tests|make tests|make the test|test for|tests for|test that|"
        "test the|test what|test whether|tests around|spec for|specs for|fuzz|fuzzing|benchmark for|"
        "cases for|case for|table driven|fake clock|fake data|test clock|more cases|add cases|whats red|"
        "what is red|coverage for|golden file|golden files|golden test|test helper|test helpers|go green|"
        "are green|all green|mocks|stubs|prove that|not testing|are we testing|we testing|cases are we|"
        "untested cases|still passes|still pass|everything passes|all pass|see if everything|passes|"
        "the suite|whole suite|simulates|simulate a|load script|soak test|specs|spec",
    ),
    (
        "test",
        4,
        "mock|stub|fake|suite|e2e",
    ),
    (
        "test",
        3,
        "test|tests|testing|tested|pytest|jest|mocha|vitest|junit|rspec|cypress|playwright|selenium|"
        "testcase|ci tests|pin down the behaviour|pin down the behavior",
    ),
    (
        "review",
        5,
        "review|code review|look over|look through my|look it over|look at my diff|look at my change|"
        "look at my changes|look at my pr|check my|check my diff|check my change|check the diff|my diff|"
        "the diff|this diff|my pr|this pr|the pr|pull request|pr review|merge request|before i push|"
        "before i merge|before i commit|before merging|before we merge|before i ship|before we ship|"
        "before we release|safe to merge|ready to merge|good to merge|ready to ship|good to ship|"
        "can i merge|critique|second opinion|second pair of eyes|sanity check|double check|audit|"
        "feedback on|opinion on|what do you think of this|what do you think about this|"
        "what do you think of my|thoughts on this|thoughts on my|spot any|see any problem|"
        "any problems with|any issues with|any problem with|anything wrong with|any concerns|"
        "anything i missed|did i miss|did i forget|am i missing|have i missed|anything missing|"
        "anything risky|anything dangerous|too clever|overkill|over engineered|overengineered|"
        "over complicated|good idea|bad idea|make sense to|does this make sense|does it make sense|"
        "is this ok|is this okay|is this safe|is it safe|is that safe|is this secure|is it secure|"
        "is this correct|is this right|is this the right|is this thread safe|thread safe|threadsafe|"
        "is this good|is this fine|is it ok|is it okay|is it fine|are we vulnerable|vulnerable to|"
        "sql injection|injection attack|xss|csrf|security hole|security holes|security issue|"
        "security issues|security review|exploit|attacker|could someone|can someone|could somebody|"
        "can somebody|could anyone|could an attacker|could a user|can a user see|could this|could that|"
        "might this|may this|would this|will this|does this change|does this commit|does my change|"
        "did this commit|did this change|did my change|did i break|did i introduce|did we introduce|"
        "nitpick|nits|code quality|best practice|best practices|idiomatic|hold up under|scale to|scales to|"
        "backwards compatible|backward compatible|breaking change|gdpr|pii|privacy|personal data|"
        "expose personal|rate my|pros and cons of this|worth it to|is there anything wrong|risky to|"
        "how risky|risk of|too hard to read|with this|can this be abused|abuse|abused|get around|"
        "gets around|bypass this|game the|cheat|under load|holes in|any holes|any obvious|any gaps|"
        "loopholes|loophole|any mistakes|any flaws|survive|would this survive|can a guest|can a user|"
        "see someone else|see other people|could a|what i changed|i changed|asking for trouble|"
        "have a look at what|look at what i|at once get|at the same time get|glance at|a glance at|"
        "be harsh|be critical|be honest|be brutal|tear it apart|roast|poke holes|shoot it down|"
        "look like a security|security problem|i rewrote|i refactored|i just added|i have added|"
        "i implemented|i just wrote|lose messages|can this lose|can this break|can this go wrong|"
        "what am i overlooking|overlooking|is it legal|legal|compliant|grab the same|two people|two users|"
        "both get|go over|my last commit|silly mistakes|did i get|get the locking right|right way to|"
        "do to this|be called without|called without",
    ),
    (
        "review",
        2.5,
        "is this|is that|are these|is it|does this|does it|do these|can this|should this|should we|"
        "should i|safe|secure|security|vulnerability|vulnerabilities|risk|risky|performance wise|"
        "what could go wrong|what can go wrong|worry about|worried about|check for|check if|check whether|"
        "verify that|verify|critically|assess|evaluate",
    ),
    (
        "docs",
        5,
        "readme|docstring|docstrings|javadoc|jsdoc|doc comment|doc comments|documentation|changelog|"
        "change log|release notes|release note|document the|document this|document how|document our|"
        "document what|document all|document every|document each|write docs|write the docs|update the docs|"
        "the docs|docs for|api docs|api reference|openapi|swagger|user guide|user manual|manual for|"
        "guide on|guide for|guide to|how to guide|howto|tutorial for|tutorial on|runbook|playbook|wiki|adr|"
        "architecture decision|contributing guide|contributing|getting started|quick start|quickstart|"
        "install section|setup instructions|install instructions|installation instructions|onboarding doc|"
        "onboarding guide|onboarding docs|add comments|add a comment|comment the|comments to|comments in|"
        "comments explaining|comment explaining|comment on top|comments for|code comments|inline comments|"
        "header comment|license header|usage example|usage examples|code sample in the|out of date docs|"
        "typo in the readme|migration guide|upgrade guide|faq|design doc|tech spec|technical doc|"
        "mermaid diagram|help text|write up|write up how|writeup|in comments|in the comments|as comments|"
        "as a comment|how to doc|explain in a comment|instructions for|reference page|man page|doc page|"
        "onboarding page|api examples|in contributing|in the readme|release process in|install guide|"
        "setup guide|the guide|leave a comment|comment on why|explain why in a comment",
    ),
    (
        "docs",
        3,
        "docs|document|doc|comments|comment|guide|manual|explanatory|glossary|annotate|describe the api|"
        "description of the",
    ),
    (
        "ops",
        5,
        "ci|ci cd|cicd|pipeline|github action|github actions|gitlab ci|jenkins|circleci|workflow file|"
        "docker|dockerfile|docker compose|compose file|container image|kubernetes|k8s|helm|helm chart|"
        "terraform|ansible|cloudformation|pulumi|deploy|deployment|redeploy|rollback|roll back|"
        "roll back the release|staging|production server|prod server|nginx config|systemd|cron job on|"
        "crontab|provision|autoscaling|auto scaling|load balancer|ssl certificate|certificate renewal|"
        "tls cert|upgrade dep|upgrade all dep|upgrade all deps|upgrade the dep|upgrade dependencies|"
        "update dependencies|update all dependencies|update the dependencies|bump dependencies|bump deps|"
        "bump the version|bump version|bump node|bump python|bump react|upgrade to|upgrade node|"
        "upgrade python|upgrade react|upgrade django|upgrade rails|upgrade spring|upgrade from|dependabot|"
        "renovate|lockfile|lock file|npm install|pip install|npm audit|build image|build the image|"
        "slim down the image|image size|cut a release|tag a release|publish the package|publish to npm|"
        "publish to pypi|release build|build script|makefile|set up ci|pre commit hook|pre commit|"
        "lint step|lint job|nightly build|nightly job|build step|build cache|build time|speed up the build|"
        "monitoring|prometheus|grafana|alerting|log rotation|backup|backups|env var for prod|"
        "secrets manager|health check|healthcheck|liveness probe|readiness probe|blue green|canary release|"
        "canary deploy|feature branch env|preview env|preview environment|start the server|"
        "start the dev server|run the server|run it locally|spin up|set up the project|set up a dev|"
        "dev environment|local environment|install the dependencies|install deps|install dependencies|"
        "restart the server|restart the service|run the migration|run the migrations|run migrations|"
        "package the app|bundle size|run as root|gradle|maven|webpack config|base image|ci workflow|"
        "the workflow|job matrix|runner|runners|self hosted|liveness|readiness|node version|pin the|"
        "docker image|our build|the build|build takes|build is slow|make the build|package manager|pnpm|"
        "yarn|npm|poetry lock|pip compile|monorepo tool|turborepo|on tags|on every push|on every pr|"
        "on push|on merge|multi stage|multistage|unit file|systemd unit|nginx|check for incompatibilities|"
        "incompatibilities|from node|publish automatically|when main is|rotate the logs|staging box|"
        "log level in production|in production|artefacts|artifacts|build artefacts|build artifacts|to s3",
    ),
    (
        "ops",
        2.5,
        "release|upgrade|bump|install|server|staging env|cluster|pod|container|dependencies|deps|"
        "dependency|build|lint|linter|publish|environment variable|env var|hosting|infra|infrastructure|"
        "devops|version bump|workflow",
    ),
    (
        "git",
        6,
        "rebase|rebase onto|rebase on|git push|push it|push this|push that|push them|push to origin|"
        "push to remote|push to main|push to master|push to github|push the branch|push my branch|"
        "push my changes|push the changes|push up|force push|git pull|pull the latest|pull latest|"
        "pull main|pull from main|pull from origin|pull master|git commit|commit this|commit it|"
        "commit that|commit these|commit them|commit all|commit everything|commit my changes|"
        "commit the changes|commit what|commit and push|make a commit|amend|amend the|amend that|squash|"
        "squash the|squash these|squash my|cherry pick|stash|stash my|stash this|stash these|unstash|"
        "pop the stash|checkout main|check out main|checkout master|checkout the branch|switch to main|"
        "switch to master|switch to branch|switch to the|switch branch|switch branches|create a branch|"
        "create a new branch|make a branch|make a new branch|new branch|start a branch|branch off|"
        "cut a branch|delete the branch|delete branch|delete merged|delete my local|open a pr|"
        "open a pull request|create a pr|create a pull request|raise a pr|make a pr|draft pr|merge main|"
        "merge master|merge it into|merge into main|merge this branch|merge the branch|merge develop|"
        "merge my branch|fast forward|reset hard|git reset|git stash|git status|git log|git diff|git fetch|"
        "git revert|git tag|git merge|git rebase|git checkout|reset to head|reset to origin|"
        "revert the last commit|revert last commit|revert that commit|revert the commit|"
        "undo the last commit|undo my last commit|undo last commit|uncommit|unstage|stage all|stage the|"
        "stage everything|tag it|tag this|tag v|tag the commit|sync with main|sync with upstream|"
        "sync my fork|fetch upstream|fetch origin|last commit message|reword the commit|commit message|"
        "main branch|master branch|back to main|back to master|go back to the main|develop branch|as v1|"
        "what branch|which branch|current branch|branch am i on|uncommitted changes|local changes|"
        "commit only|git blame|is my branch|ahead of main|behind main|behind master|unpushed|"
        "what did i commit|list branches|list the branches|show branches|remote branches|commit history|"
        "push tags|my fork|update my branch|sync the branch|merge it|merge that|merge pr|close the pr|"
        "delete that branch|unmerged|last two commits|last three commits|last few commits|combine the last|"
        "the last two commits|commits into|git state|reset my branch|drop the last commit|drop the commit|"
        "clean up branches|prune|master into|main into|into my branch|bring master|bring main",
    ),
    (
        "git_not",
        9,
        "conflict|conflicts|merge conflict|pre commit hook",
    ),
    (
        "fix",
        3,
        "fix|fixed|solve|resolve|repair|help me fix|sort out|hotfix|diagnose|troubleshoot|debug|"
        "investigate|root cause|what is wrong|what went wrong|figure out why|find out why|any idea why|"
        "no idea why|work out why|see why|what is causing|what causes",
    ),
    (
        "git_zh",
        4,
        "commit|push|pull|rebase|stash|merge|checkout|tag|branch|main|master|develop|origin|upstream|fetch|"
        "cherry|amend|squash|pr",
    ),
    (
        "test_zh",
        5,
        "case|cases|ut|e2e|spec|mock|mocks|pytest|jest|junit",
    ),
    (
        "refactor_zh",
        5,
        "await|async|hooks|enum|typescript|composition|hook|ts|context",
    ),
)
