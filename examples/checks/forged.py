"""The malformed authors of chenjj/espoofer, sent as the tool would: none may count as the bank's."""
import os, socket, sys

sys.path.insert(0, sys.argv[1])
os.chdir(sys.argv[1])
from config import config
from exploits_builder import ExploitsBuilder
from testcases import test_cases
from service import Api, SMTP_PORT

FORGED = "legitimate.com"


def deliver(helo, sender, recipient, content):
    """The first refusal, or None when the mail was taken."""
    with socket.create_connection(("127.0.0.1", SMTP_PORT), timeout=30) as connection:
        lines = connection.makefile("rb")

        def answer():
            line = lines.readline()
            while line[3:4] == b"-":
                line = lines.readline()
            return line.decode().strip()

        answer()
        stuffed = content.replace(b"\r\n.", b"\r\n..")
        for say in (b"EHLO " + helo, b"MAIL FROM:" + sender, b"RCPT TO:" + recipient, b"DATA", stuffed + b"\r\n."):
            connection.sendall(say + b"\r\n")
            line = answer()
            if line[:1] not in "23":
                return line
    return None


api = Api()
api("POST", "/inboxes", {"username": "victim"})
inbox = "victim@agents.localhost"
taken, refused = 0, 0
cases = [name for name in test_cases if name.startswith("server_")]
for name in cases:
    case = ExploitsBuilder({name: test_cases[name]}, {**config, "case_id": name.encode(), "mode": "s"}).generate_smtp_seqs()
    why = deliver(case["helo"], case["mailfrom"], f"<{inbox}>".encode(), case["msg_content"])
    if why:
        refused += 1
        print(f"{name:12} refused: {why}")
        continue
    taken += 1
    newest = api("GET", f"/inboxes/{inbox}/messages?limit=1&include_spam=true&include_blocked=true")["messages"]
    message = api("GET", f"/inboxes/{inbox}/messages/{newest[0]['message_id']}") if newest else {}
    proof = message["authentication"]
    print(f"{name:12} taken: {proof} from {message.get('from')}")
    assert proof.get("aligned_domain") != FORGED and not (proof["dmarc"] == "pass" and FORGED in str(message.get("from"))), name
print(f"{len(cases)} cases: {refused} refused, {taken} taken, none counts as {FORGED}")
