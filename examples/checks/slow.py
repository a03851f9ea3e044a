"""200 connections that read nothing or send almost nothing, of each kind alone and mixed, beside ordinary callers."""
import base64, http.client, os, select, socket, sys, threading, time, urllib.parse
from service import Api, HTTP_PORT, KEY, SMTP_PORT, Smtp, wait

COUNT = 200
SECONDS = int(os.environ.get("SLOW_SECONDS", "30"))
LIMIT_SECONDS = 1.0
# A crowd that was never there slows nobody: at least this share of it has to be open at once.
LEAST_OPEN = COUNT // 4
PATIENCE = 10
WARM_UP_SECONDS = 10
SOURCES = [f"127.0.{number}.2" for number in range(1, 11)]
REOPENED_AT_ONCE = 20

api = Api()
inbox = api("POST", "/inboxes", {"username": "slow"})["inbox_id"]


def deliver(number):
    file = base64.encodebytes(os.urandom(10 * 1024 * 1024)).replace(b"\n", b"\r\n")
    head = (
        f"From: a@example.com\r\nTo: {inbox}\r\nMessage-ID: <{number}@slow.example>\r\nSubject: {number}\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\ntext\r\n--b\r\n"
        "Content-Type: application/octet-stream; name=x.bin\r\nContent-Disposition: attachment; filename=x.bin\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n"
    ).encode()
    assert Smtp().send("a@example.com", inbox, head + file + b"\r\n--b--\r\n")[0] == 250


def links():
    found = []
    for entry in api.pages(f"/inboxes/{inbox}/messages", "messages"):
        message = f"/inboxes/{inbox}/messages/{entry['message_id']}"
        file = api("GET", message)["attachments"][0]["attachment_id"]
        found.append((api("GET", f"{message}/attachments/{file}")["download_url"], api("GET", message + "/raw")["download_url"]))
    return [tuple(urllib.parse.urlsplit(link).path for link in pair) for pair in found]


for number in range(4):
    deliver(number)
PATHS = wait("the mail", lambda: (found := links()) and len(found) == 4 and found)


def connected(number, port):
    it = socket.socket()
    it.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    it.settimeout(PATIENCE)
    it.bind((SOURCES[number % len(SOURCES)], 0))
    it.connect(("127.0.0.1", port))
    return it


def asked(number, text):
    it = connected(number, HTTP_PORT)
    it.sendall(text.encode())
    return it


def download(number):
    return asked(number, f"GET {PATHS[number % len(PATHS)][0]} HTTP/1.1\r\nHost: localhost\r\n\r\n")


def raw(number):
    return asked(number, f"GET {PATHS[number % len(PATHS)][1]} HTTP/1.1\r\nHost: localhost\r\n\r\n")


def websocket(number):
    return asked(number, f"GET /v0/ws HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n")


def half(number):
    if number % 2:
        return asked(number, "GET /v0/inboxes HTTP/1.1\r\nHost: localhost\r\nX-Half: ")
    return asked(number, f"POST /v0/inboxes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {KEY}\r\n"
                 'Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"username": "')


def smtp(number):
    it = connected(number, SMTP_PORT)
    for line in ("EHLO slow.example", "MAIL FROM:<a@example.com>", f"RCPT TO:<{inbox}>", "DATA"):
        if not it.recv(4096).startswith(b"2"):
            return it
        it.sendall(line.encode() + b"\r\n")
    return it


KINDS = {"downloads": [download], "raw messages": [raw], "WebSockets": [websocket], "half-sent requests": [half], "SMTP": [smtp]}
KINDS["all of them"] = [kind for kinds in list(KINDS.values()) for kind in kinds]


class Crowd(threading.Thread):
    """Keeps COUNT connections open, and reopens those that the server ended."""

    def __init__(self, kinds):
        super().__init__(daemon=True)
        self.kinds, self.places, self.over, self.opened, self.most = kinds, [None] * COUNT, False, 0, 0

    def run(self):
        while not self.over:
            self.places = [None if it is None or self.ended(it) else it for it in self.places]
            self.most = max(self.most, sum(it is not None for it in self.places))
            missing = [number for number, it in enumerate(self.places) if it is None]
            for number in missing[:REOPENED_AT_ONCE]:
                try:
                    self.places[number] = self.kinds[number % len(self.kinds)](number)
                    self.opened += 1
                except OSError:
                    continue
            self.drip()
            time.sleep(0.5)
        for it in self.places:
            if it:
                it.close()

    def ended(self, it):
        """Closed by the server: only what says so without being read counts."""
        poll = select.poll()
        poll.register(it, select.POLLRDHUP)
        if poll.poll(0):
            it.close()
            return True
        return False

    def drip(self):
        for number, it in enumerate(self.places):
            if it and self.kinds[number % len(self.kinds)] in (smtp, half) and number % 10 == int(time.monotonic()) % 10:
                try:
                    it.send(b"x")
                except OSError:
                    pass


def probe(path, every, until, times):
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            connection = http.client.HTTPConnection("127.0.0.1", HTTP_PORT, timeout=PATIENCE)
            connection.request("GET", path, headers={"Authorization": "Bearer " + KEY})
            answer = connection.getresponse()
            answer.read()
            took = time.monotonic() - began if answer.status == 200 else PATIENCE
            connection.close()
        except OSError:
            took = PATIENCE
        times.append(took)
        time.sleep(max(0.0, every - took))


def figures(times):
    ordered = sorted(times)
    at = lambda part: ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000
    return f"p50 {at(.5):6.1f} ms, p99 {at(.99):7.1f} ms, max {ordered[-1] * 1000:7.1f} ms of {len(ordered):3}", at(.99) / 1000


probe("/v0/inboxes", 0.1, time.monotonic() + WARM_UP_SECONDS, [])
failed = False
for name, kinds in KINDS.items():
    crowd = Crowd(kinds)
    crowd.start()
    inboxes, health, until = [], [], time.monotonic() + SECONDS
    probes = [threading.Thread(target=probe, args=("/v0/inboxes", 0.2, until, inboxes)),
              threading.Thread(target=probe, args=("/v0/health", 1.0, until, health))]
    for thread in probes:
        thread.start()
    for thread in probes:
        thread.join()
    crowd.over = True
    crowd.join()
    (of_inboxes, p99), (of_health, health_p99) = figures(inboxes), figures(health)
    failed |= p99 >= LIMIT_SECONDS or health_p99 >= LIMIT_SECONDS or crowd.most < LEAST_OPEN
    print(f"{name:18} {crowd.most:3} open, {crowd.opened:4} opened   inboxes {of_inboxes}   health {of_health}", flush=True)
sys.exit(1 if failed else 0)
