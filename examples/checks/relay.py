"""Out through Postfix into smtp-sink, in through Postfix and smtp-source, and hostile addresses."""
import glob, re, subprocess
from service import Api, RELAY_PORT, SMTP_PORT, WORK, wait

api = Api()
inbox = api("POST", "/inboxes", {"username": "shop"})["inbox_id"]


def sink():
    return [open(file, "rb").read() for file in glob.glob(WORK + "/sink/m.*")]


def arrived():
    return set(re.findall(rb"X-Rcpt-Args: <([a-z0-9.]+@example\.com)>", b"".join(sink())))


people = [f"p{number}@example.com" for number in range(9)]
for number in range(3):
    api("POST", f"/inboxes/{inbox}/messages/send", {
        "to": people[3 * number : 3 * number + 2], "cc": [people[3 * number + 2]], "subject": f"Order {number} é",
        "text": "Grüße\n.a dot first\n\n", "html": "<b>Hi</b>",
        "attachments": [{"filename": "a.bin", "content": "AAECAw=="}]})
wait("all recipients at the sink", lambda: len(arrived()) == len(people))
events = [e["event_type"] for e in api("GET", "/events?limit=100")["events"]]
print(f"out through Postfix: {len(arrived())} of {len(people)} recipients; message.sent {events.count('message.sent')}")

hostile = ["a@example.com\r\nBcc: x@evil.example", "a@example.com\nX: y", "a\0@example.com", "\"a\r\n\"@example.com"]
codes = [api.ask("POST", f"/inboxes/{inbox}/messages/send", {"to": [a], "subject": "s", "text": "t"})[0] for a in hostile]
codes += [api.ask("POST", f"/inboxes/{inbox}/messages/send", {"to": people[:1], "text": "t", **field})[0] for field in (
    {"subject": "s\r\nBcc: x@evil.example"}, {"subject": "s\nX-Evil: y"}, {"subject": "s\0"},
    {"subject": "s", "headers": {"X-A": "b\r\nX-Evil: y"}}, {"subject": "s", "headers": {"X-A\r\nX-Evil": "y"}})]
assert all(400 <= code < 500 for code in codes), codes
assert not any(re.search(rb"(?im)evil|^x: y", mail) for mail in sink())
print(f"CR, LF and NUL in addresses and headers: {sorted(set(codes))}, none on the wire")

for port, count in ((RELAY_PORT, 500), (SMTP_PORT, 500)):
    subprocess.run(["smtp-source", "-s", "10", "-l", "4096", "-m", str(count), "-f", f"s{port}@example.com",
                    "-t", inbox, f"127.0.0.1:{port}"], check=True)


def received():
    return sum(1 for _ in api.pages(f"/inboxes/{inbox}/messages?limit=100&include_spam=true", "messages"))


count = wait("all received", lambda: received() >= 1003 and received(), 120)
print(f"in through Postfix 500, from smtp-source 500; messages of the inbox {count} (3 of them sent)")
