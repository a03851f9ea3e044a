"""Every file of a corpus over SMTP; then every message is listed, read, and compared with what was sent."""
import collections, glob, sys, time
from service import Api, Smtp, sha256, wire

name, pattern = sys.argv[1:]
files = sorted(glob.glob(pattern, recursive=True))
api, smtp = Api(), Smtp()
inbox = api("POST", "/inboxes", {"username": name})["inbox_id"]
sent, refused, begin = {}, collections.Counter(), time.time()
for file in files:
    message = wire(open(file, "rb").read())
    message += b"" if message.endswith(b"\r\n") else b"\r\n"
    code, text = smtp.send("bob@example.com", inbox, message)
    if code == 250:
        sent.setdefault(sha256(message), file)
    else:
        refused[(code, text[:80])] += 1
took = time.time() - begin
print(f"{len(files)} files in {took:.0f} s: {len(files) - sum(refused.values())} accepted, {len(sent)} different")
for reason, count in refused.items():
    print("  refused", count, reason)
listed, missing, held = 0, dict(sent), 0
api = Api()  # the first connection was idle for too long
for entry in api.pages(f"/inboxes/{inbox}/messages?limit=100&include_spam=true&include_blocked=true", "messages"):
    listed += 1
    held += entry["held"]
    if entry["held"]:
        continue
    api("GET", f"/inboxes/{inbox}/messages/{entry['message_id']}")
    raw = api.raw(inbox, entry["message_id"])
    # The Received field of this service comes first; the bytes after it are the sender's.
    for start in range(len(raw)):
        if raw[start - 1 : start] == b"\n" and raw[start : start + 1] not in b" \t":
            missing.pop(sha256(raw[start:]), None)
            break
threads = sum(1 for _ in api.pages(f"/inboxes/{inbox}/threads?limit=100&include_spam=true&include_blocked=true", "threads"))
print(f"{listed} listed, all read; {held} held; {threads} threads; not found with the bytes sent: {len(missing)}")
for file in list(missing.values())[:5]:
    print("  ", file.rsplit("/", 2)[-2:])
if refused or len(missing) > held:
    sys.exit(1)
