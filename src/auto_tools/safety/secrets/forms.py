"""Secrets that are known by where they stand or by their middle: headers, URLs, webhooks, signed tokens.

The keyword may stand anywhere in the match, so these patterns are searched in the whole text; each begins
with a border or a literal, and every repetition that something must follow is bounded.
"""

from __future__ import annotations

FORMS = (
    (
        "authorization",
        ("authorization",),
        r"(?i:\bauthorization)[\"']?[ \t]{0,4}[:=,][ \t]{0,4}[\"']?(?i:basic|token|apikey|api-key|key|digest|splunk|negotiate|bot|ssws|aws4-hmac-sha256)?(?:[ \t]{1,4}(?i:token=|apikey=|key=)?[\"']?|(?<=:)|(?<=[\"']))(?=[^\s\"']{0,200}[0-9A-Z=])([A-Za-z0-9+/=._~-]{12,2000})",
        3.0,
    ),
    (
        "api_key_header",
        ("-key:", "-token:", "-secret:"),
        r"-(?i:key|token|secret):[ \t]{0,4}([A-Za-z0-9+/=._~-]{16,2000})",
        3.2,
    ),
    (
        "url_password",
        ("://",),
        r"://[^\s/:@\"'`<>\[\]{}()|\\]{0,64}:([^\s/@\"'`<>\[\]|\\]{3,128})@[A-Za-z0-9]",
        0.0,
    ),
    (
        "url_parameter",
        ("?", "&"),
        r"[?&](?i:access_token|api_?key|auth_?token|token|secret|client_secret|password|sig|signature|x-amz-signature|x-amz-security-token)=([A-Za-z0-9+/%._~-]{16,2000})",
        3.2,
    ),
    ("azure_sas_signature", ("sig=",), r"[?&;]sig=([A-Za-z0-9%+/]{40,60}(?:=|%3[dD]))", 3.2),
    (
        "curl_user",
        ("curl",),
        r"\bcurl\b(?:[^\n\\]|\\\n?){0,400}?[ \t](?:-u|--user|--proxy-user)[ =]{0,2}[\"']?[^\s:\"'`$<>{}\[\]]{1,64}:([^\s\"'`<>{}\[\]]{3,128})",
        0.0,
    ),
    (
        "netrc_password",
        ("machine",),
        r"\bmachine[ \t]+\S{1,100}\s{1,20}login[ \t]+\S{1,100}\s{1,20}password[ \t]+([^\s\"'`\\]{3,128})",
        1.5,
    ),
    (
        "npm_auth",
        ("_auth", "_password"),
        r"(?:^[ \t]{0,8}|^[ \t]{0,8}//[^\s=]{1,200}:)_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}[\"']?([A-Za-z0-9+/=_-]{8,512})",
        2.5,
    ),
    ("docker_auth", ('"auth"',), r"\"auth\"[ \t]{0,4}:[ \t]{0,4}\"([A-Za-z0-9+/=]{12,512})\"", 3.0),
    (
        "password_hash",
        ("$2", "$6$", "$5$", "$1$", "$argon2", "$y$", "$apr1$"),
        r"(?<![\w$])\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:[156]|y|apr1)\$[./A-Za-z0-9$=]{1,40}\$[./A-Za-z0-9]{22,90}|argon2(?:id|i|d)\$[\w$=,+/]{40,200})",
        3.0,
    ),
    ("laravel_key", ("base64:",), r"\bbase64:([A-Za-z0-9+/]{40,44}={0,2})", 3.8),
    (
        "discord_webhook",
        ("discord",),
        r"discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/(\d{17,20}/[\w-]{60,80})",
        3.5,
    ),
    (
        "discord_bot_token",
        ("discord", "bot "),
        r"(?<![\w-])[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])",
        4.0,
    ),
    (
        "slack_webhook",
        ("hooks.slack.com",),
        r"hooks\.slack\.com/((?:services|workflows|triggers)/[A-Za-z0-9+/]{40,100})",
        3.0,
    ),
    (
        "teams_webhook",
        ("webhook.office.com",),
        r"webhook\.office\.com/(webhookb2/[\w-]{36}@[\w-]{36}/IncomingWebhook/[\w-]{32}/[\w-]{36}[\w/-]*)",
        3.0,
    ),
    (
        "wecom_webhook",
        ("qyapi.weixin.qq.com",),
        r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=([0-9a-fA-F-]{36})",
        3.0,
    ),
    (
        "dingtalk_webhook",
        ("oapi.dingtalk.com",),
        r"oapi\.dingtalk\.com/robot/send\?access_token=([0-9a-fA-F]{64})",
        3.0,
    ),
    ("feishu_webhook", ("/open-apis/bot/",), r"/open-apis/bot/v2/hook/([0-9a-fA-F-]{36})", 3.0),
    (
        "zapier_webhook",
        ("hooks.zapier.com",),
        r"hooks\.zapier\.com/hooks/catch/(\d{4,12}/[a-z0-9]{5,12})",
        2.5,
    ),
    (
        "ifttt_webhook",
        ("maker.ifttt.com",),
        r"maker\.ifttt\.com/trigger/\w{1,60}/with/key/([\w-]{20,60})",
        3.0,
    ),
    (
        "sumologic_endpoint",
        ("sumologic.com/receiver",),
        r"sumologic\.com/receiver/v1/http/([\w=-]{60,200})",
        3.5,
    ),
    ("telegram_token", (":a",), r"(?<![\w-])\d{5,16}:A[\w-]{34}(?![\w-])", 3.5),
    ("twilio_key", ("twilio",), r"\b(?:SK|AC)[0-9a-fA-F]{32}\b", 3.0),
    ("mailchimp_key", ("-us",), r"(?<![\w-])[a-f0-9]{32}-us\d{1,2}\b", 3.0),
    ("mailgun_signing_key", ("mailgun",), r"(?<![\w-])[a-h0-9]{32}-[a-h0-9]{8}-[a-h0-9]{8}(?![\w-])", 2.5),
    ("newrelic_license_key", ("nral",), r"(?<![\w-])[a-fA-F0-9]{32,36}(?:FFFF)?NRAL\b", 2.5),
    ("facebook_token", ("facebook", "graph.", "fb_"), r"(?<![\w-])\d{15,16}(?:\||%7[cC])[\w-]{27,40}", 3.0),
    ("maxmind_key", ("_mmk",), r"(?<![\w-])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b", 3.5),
    ("azure_client_secret", ("q~",), r"(?<![\w.~-])[\w~.]{3}[0-9]Q~[\w~.-]{31,34}(?![\w.~-])", 3.8),
    ("azure_key", ("jqqj99",), r"(?<![\w-])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9+/]{20,40}={0,2}", 3.5),
    ("azure_search_key", ("azse",), r"(?<![\w-])[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}\b", 3.5),
    ("azure_registry_key", ("+acr",), r"(?<![\w+/])[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9]{5}\b", 3.5),
    ("azure_functions_key", ("azfu",), r"(?<![\w-])[\w-]{44}AzFu[\w=-]{4,8}", 3.5),
    ("azure_storage_key", ("+ast",), r"(?<![\w+/])[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{5}==", 3.5),
    ("terraform_token", ("atlasv1.",), r"(?<![\w-])[A-Za-z0-9]{14}\.(?i:atlasv1)\.[\w=-]{60,70}", 3.5),
    ("firebase_server_key", (":apa91b",), r"(?<![\w-])AAAA[\w-]{7}:APA91b[\w-]{100,200}", 3.5),
    (
        "jwt",
        (".ey",),
        r"(?<![\w-])ey[A-Za-z0-9_-]{10,2000}\.ey[\w/\\-]{10,4000}\.[\w/\\-]{10,2000}={0,2}",
        3.5,
    ),
    ("jwt_unsigned", (".ey",), r"(?<![\w-])eyJ[A-Za-z0-9_-]{14,2000}\.eyJ[\w-]{30,4000}", 3.8),
    (
        "wordpress_salt",
        ("_salt", "_key'", '_key"'),
        r"define\([ \t]{0,4}['\"][A-Z_]{3,30}_(?:KEY|SALT)['\"][ \t]{0,4},[ \t]{0,8}'([^'\n]{40,80})'",
        4.0,
    ),
    (
        "wireguard_key",
        ("privatekey", "presharedkey"),
        r"(?i:\b(?:private|preshared)key)[ \t]{0,8}=[ \t]{0,8}([A-Za-z0-9+/]{43}=)",
        3.8,
    ),
)
"""Found anywhere in the text."""

BEARER = (
    r"(?i:(?<=[\"'` :=])bearer|^bearer)\s{1,8}(?=[^\s\"'`]{0,200}[0-9._~+/=-])([A-Za-z0-9._~+/=-]{6,})"
    r"|(?i:\bauthorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?bearer)\s{1,8}([^\s\"'`<>,;$({\[%]{4,})"
    r"|(?i:(?<=[\"'` :=])bearer|^bearer)[ \t]{1,8}([A-Za-z]{20,})"
)
"""A bearer token with its word; the whole becomes the contract's text."""
