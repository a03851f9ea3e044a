"""A person signs in with a code that came by mail, approves one send and rejects another."""
import glob, re
from service import Api, HTTP_PORT, WORK, sha256, wait

ORIGIN = {"Origin": f"http://localhost:{HTTP_PORT}"}
key, door = Api(), Api(ORIGIN)
inbox = key("POST", "/inboxes", {"username": "shop"})["inbox_id"]


def sink():
    return [open(file, "rb").read() for file in glob.glob(WORK + "/sink/m.*")]


def mailed_code():
    codes = [re.search(rb"(?m)^(\d{6})\r?$", mail) for mail in sink() if b"owner@localhost" in mail]
    return next((code[1].decode() for code in codes if code), None)


door("POST", "/console/sign-in/code", {"email": "owner@localhost"})
code = wait("the code, through Postfix", mailed_code)
status, _, answer = door.ask("POST", "/console/sign-in/verify", {"email": "owner@localhost", "code": code})
print("signed in:", status)
person = Api({**ORIGIN, "Cookie": answer.getheader("set-cookie").split(";")[0]})
person("PATCH", "/policy", {"approval_flags": ["first_contact"]})


def send(name):
    sent = key("POST", f"/inboxes/{inbox}/messages/send", {
        "to": [f"{name}@example.com"], "subject": "An order é", "text": "Grüße\n.a dot first\nend\n", "html": "<b>Hi</b>",
        "attachments": [{"filename": "a.bin", "content": "AAECAw=="}]})
    assert sent["status"] == "pending_approval", sent
    return next(a for a in person("GET", "/approvals?status=pending")["approvals"] if a["send_id"] == sent["send_id"])


yes, no = send("yes"), send("no")
path = f"/approvals/{yes['approval_id']}"
print("a key that approves:", key.ask("POST", path + "/approve", {})[0])
person("POST", path + "/approve", {})
person("POST", f"/approvals/{no['approval_id']}/reject", {"note": "not this one"})
print("a second decision:", person.ask("POST", path + "/reject", {})[1]["reason"])
arrived = wait("the approved mail", lambda: next((m for m in sink() if b"<yes@example.com>" in m), None))
# smtp-sink and Postfix put lines before the message, and the sink ends the file with LF.
lines = arrived.replace(b"\r\n", b"\n").split(b"\n")
hashes = {sha256(b"\r\n".join(lines[start:end]) + tail)
          for start in range(len(lines)) for end in range(len(lines) - 2, len(lines) + 1) for tail in (b"", b"\r\n")}
print("at the sink, byte for byte the approved content hash:", yes["content_hash"] in hashes)
print("the rejected one at the sink:", any(b"<no@example.com>" in m for m in sink()),
      "| states:", *(key("GET", "/sends/" + a["send_id"])["status"] for a in (yes, no)))
assert yes["content_hash"] in hashes and not any(b"<no@example.com>" in m for m in sink())

waiting = send("later")
notice = wait("the notice to the approver", lambda: next((m for m in sink() if waiting["approval_id"].encode() in m), None))
link = re.search(rb"https?://\S+", notice.replace(b"=\r\n", b"").replace(b"=\n", b"").replace(b"=3D", b"="))
print("the notice has a link to the decision:", waiting["approval_id"].encode() in link[0])
