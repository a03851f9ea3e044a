"""21 messages of 25 MiB at the same time."""
import base64, os, threading
from service import Api, Smtp

COUNT, LIMIT = 21, 25 * 1024 * 1024
api = Api()
inbox = api("POST", "/inboxes", {"username": "large"})["inbox_id"]
filler = base64.encodebytes(os.urandom(19 * 1024 * 1024)).replace(b"\n", b"\r\n")
codes = []


def deliver(number):
    head = (
        f"From: b{number}@example.com\r\nTo: {inbox}\r\nMessage-ID: <{number}@large.example>\r\nSubject: {number}\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n"
        f"number {number}\r\n--b\r\nContent-Type: application/octet-stream; name=x.bin\r\n"
        "Content-Disposition: attachment; filename=x.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    ).encode()
    body = filler[: LIMIT - len(head) - 4096]
    codes.append(Smtp().send("b@example.com", inbox, head + body + b"\r\n--b--\r\n")[0])


threads = [threading.Thread(target=deliver, args=(number,)) for number in range(COUNT)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
entries = list(api.pages(f"/inboxes/{inbox}/messages", "messages"))
texts = {api("GET", f"/inboxes/{inbox}/messages/{entry['message_id']}")["text"].strip() for entry in entries}
print(f"{codes.count(250)} of {COUNT} accepted, {len(texts)} read, the smallest of {min(e['size'] for e in entries):,} bytes")
assert codes == [250] * COUNT and len(texts) == COUNT, codes
