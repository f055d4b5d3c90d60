"""The override phrase in other languages: what repositories from all over the world may hold."""

from __future__ import annotations

ORDERS = (
    ("override", ("ausführungen ignorieren", "ihrer rolle fallen"), r"\b(?:obigen|vorherigen) ausführungen ignorieren|aus ihrer rolle fallen"),
    ("override", ("ignorier", "vergiss", "vergessen sie", "missachte", "abweichend zu", "nicht auf alles", "neue aufgabe"),
     r"\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\b[^.;!?]{0,40}?\b(?:anweisung\w*|instruktion\w*|aufgaben|auftr[äa]ge|alles|regeln|befehle|vorherig\w*|davor|gesagte|funktion|dokumente|artikel|vorgaben)\b"
     r"|\babweichend zu vorherigen\b|\bhöre nicht auf alles\b|\bauf deine neue aufgabe\b"),
    ("override", ("ignora", "olvid", "olvíd", "omite", "haz caso omiso", "dimentica", "lascia perdere"),
     r"\b(?:ignor(?:a|ar|e|en|ad|ate|are)|olv[ií]d\w*|omit[ae]\w*|haz caso omiso|dimentica\w*)\b[^.;!?]{0,40}?\b(?:instrucci\w+|reglas|anterior\w*|órdenes|todo|indicaciones|istruzion\w+|tutto|preceden\w+|regole|página|pagina|currículum)\b|\blascia perdere,"),
    ("override", ("oubli", "ignorez", "ignorer", "ignore les", "ignorez la", "ne tenez pas compte"),
     r"\b(?:oubli(?:ez|e|er)|ignore[zr]?|ne tenez pas compte)\b[^.;!?]{0,40}?\b(?:instructions?|consignes|règles|précédent\w*|tout|ordres|fonction|page|directives)\b"),
    ("override", ("instruç", "esque", "desconsider", "ignore as", "ignore o ", "ignore a ", "ignore todas"),
     r"\b(?:ignor(?:e|ar|a|em)|esqueç\w*|esquece\w*|desconsider\w+)\b[^.;!?]{0,40}?\b(?:instruç\w+|regras|anterior\w*|tudo|currículo|página|ordens|função)"),
    ("override", ("игнорир", "забудь", "забыть", "не обращай"),
     r"(?:игнорир\w+|забудь\w*|забыть|не обращай\w* внимания)[^.;!?]{0,40}?(?:инструкц\w+|предыдущ\w+|указан\w+|правил\w*|вс[её]|команд\w*|страниц\w*|функци\w*|резюме)"),
    ("override", ("talimat", "yönerge", "görmezden", "yok say", "komutlar"),
     r"(?:talimat\w*|yönerge\w*|komut\w*|durumu|özgeçmiş\w*|işlev\w*|sayfa\w*)[^.;!?]{0,30}(?:yok say\w*|görmezden gel\w*|unut\w*|dikkate alma\w*|göz ardı)|(?:unut|görmezden gel)\w*[^.;!?]{0,30}talimat"),
    ("override", ("hướng dẫn", "chỉ dẫn", "chỉ thị", "bỏ qua", "phớt lờ", "quy tắc"),
     r"(?:bỏ qua|quên|phớt lờ)[^.;!?]{0,30}?(?:hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh|quy tắc|trang web|chức năng|sơ yếu)"),
    ("override", ("abaikan", "lupakan", "hiraukan", "terlepas dari"),
     r"(?:abaikan|lupakan|hiraukan)[^.;!?]{0,40}?(?:instruksi|perintah|petunjuk|aturan|sebelumnya|anweisungen|halaman|fungsi)|terlepas dari (?:tugas|instruksi) sebelumnya"),
    ("override", ("huwag pansinin", "balewalain", "kalimutan", "tagubilin"),
     r"(?:huwag (?:mong )?pansinin|balewalain|kalimutan)[^.;!?]{0,40}?(?:tagubilin|utos|instruksiyon|nakaraang|tuntunin|panuto|lahat)"),
    ("override", ("無視", "忘れ"),
     r"(?:以前|前|上記|これまで|すべて|全て|先)の?[^。\n]{0,14}(?:指示|命令|ルール|プロンプト|説明|指令|制約)[^。\n]{0,10}(?:無視|忘れ)|(?:システム)?プロンプトを無視|(?:ページ|関数|履歴書|内容)を?無視し"),
    ("override", ("무시", "잊"), r"(?:이전|위|앞|모든|기존|지금까지)[^.\n]{0,12}(?:지시|명령|지침|규칙|내용|프롬프트)[^.\n]{0,12}(?:무시|잊)|(?:내용|페이지|함수|이력서)[은는을를]? ?무시하고"),
    ("override", ("निर्देश", "अनदेखा", "उपेक्षा"), r"निर्देश[^।\n]{0,24}(?:अनदेखा|अवहेलना|भूल|उपेक्षा|नज़रअंदाज़|नजरअंदाज)|(?:अनदेखा|उपेक्षा|अनदेखी) कर[^।\n]{0,24}(?:कह|बता)"),
    ("override", ("নির্দেশ", "উপেক্ষা"), r"নির্দেশ[^।\n]{0,24}(?:উপেক্ষা|ভুলে|অমান্য)|উপেক্ষা কর[^।\n]{0,20}বল"),
    ("override", ("تجاهل", "انس"), r"(?:تجاهل|انس[ىَ]?|تجاهلي)[^.\n]{0,30}(?:التعليمات|تعليماتك|الأوامر|السابقة|القواعد|الصفحة|الدالة)"),
    ("override", ("เพิกเฉย", "ไม่สนใจ", "ลืม", "ละเว้น", "ข้าม"), r"(?:เพิกเฉย|ไม่สนใจ|ลืม|ละเว้น|ข้าม)[^\n]{0,30}(?:คําสั่ง|คำสั่ง|คําแนะนํา|คำแนะนำ|ก่อนหน้า)"),
    ("override", ("zaboravi", "zignoruj", "ignoruj", "negeer", "vergeet", "ignorera", "glöm "),
     r"(?:zaboravi|zignoruj|ignoruj|negeer|vergeet|ignorera|glöm)\b[^.;!?]{0,40}?(?:instrukc\w+|poprzedni\w*|předchoz\w*|instructies|vorige|instruktioner\w*|regels|tidigare|pokyn\w*|polecen\w*)"),
    ("role_play", ("mode système", "modo sistema", "modus tuhan", "modo dios", "systemmodus", "режим бога", "โหมด", "オーバーライド"),
     r"<(?:mode syst[èe]me|modo (?:de )?sistema|modus (?:tuhan|sistem)|modo dios|systemmodus)>|режим бога|(?:กําลัง)?เข้าสู่โหมด|オーバーライドモード"),
    ("role_play", ("anthropic", "openai"), r"\b(?:anthropic|openai)\b[^.\n]{0,60}(?:모드|modus\b|режим|โหมด|モード|modo\b|chế độ|moduna)"),
    ("role_play", ("режим>",), r"<[а-я ]{0,30}режим>"),
    ("encoded", ("mors",), r"\bmors\w*[^\n]{0,80}?(?:[.-]{1,6} ){6}"),
    ("authority", ("sou deus", "aku tuhan", "soy dios", "je suis dieu", "ich bin gott", "ihr entwickler", "ваш разработчик", "я бог", "senin geliştirici", "tôi là chúa", "あなたの上司", "あなたの開発者", "saya adalah tuhan", "डेवलपर हूँ", "penciptamu", "iyong lumikha", "dein entwickler", "votre développeur", "tu desarrollador", "president"),
     r"sou deus|aku tuhan|soy dios|je suis dieu|ich bin (?:gott|(?:ihr|dein) entwickler)|(?:ihr|dein) entwickler|ваш разработчик|я (?:ваш )?бог|senin geliştirici\w*|tôi là chúa|あなたの(?:上司|開発者)|saya adalah tuhan|डेवलपर हूँ|sebagai penciptamu|bilang iyong lumikha|votre développeur|tu desarrollador|(?:sou o|soy el) president"),
)  # fmt: skip
"""Override phrases of eighteen languages."""
