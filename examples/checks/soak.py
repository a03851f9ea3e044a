"""Hours of mixed load on two servers (three with NEWER) and one PostgreSQL, beside faults: does anything grow, slow down or go missing?

soak.py PG_BIN JAR [MINUTES [RATE [NEWER]]]: PG_BIN is the folder of the programs of a PostgreSQL; RATE is mails a second (5), with as many
reads, half as many sends, and a fifth as many lists and searches. With NEWER, another jar, the servers are upgraded to it one after the
other, instead of the faults. Latency counts from the moment that an operation was due, so that waiting for a slow one before it counts too.
Writes soak.csv and soak.svg to the current folder.
"""
import asyncio, collections, concurrent.futures, csv, http.client, http.server, json, os, random, re, shutil, signal, smtplib, subprocess, sys
import tempfile, threading, time, uuid
from parts import Postgres, serve_sink

BIN, JAR = sys.argv[1], sys.argv[2]
MINUTES = float(sys.argv[3]) if len(sys.argv) > 3 else 120
RATE = float(sys.argv[4]) if len(sys.argv) > 4 else 5
NEWER = sys.argv[5] if len(sys.argv) > 5 else ""
DATABASE, SINK, HOOKS = 25442, 12773, 12774
SERVERS = ((18271, 12771), (18272, 12772)) + (((18273, 12775),) if NEWER else ())
KEY = "sk_soakkey0_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
AUTHORIZED = {"Authorization": "Bearer " + KEY}
SAMPLE_SECONDS, FAULT_SECONDS, INBOXES = (5, 20, 20) if NEWER else (30, 240, 20)
work = tempfile.mkdtemp(prefix="soak")
postgres = Postgres(BIN, work)


def call(port, method, path, body=None, headers=None, timeout=30):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, "/v0" + path, None if body is None else json.dumps(body), {name: value for name, value in
                           {"Content-Type": "application/json", **AUTHORIZED, **(headers or {})}.items() if value})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else {}
    finally:
        connection.close()


class Server:
    def __init__(self, number):
        self.number, (self.http, self.smtp), self.jar = number, SERVERS[number], JAR
        self.start()

    def start(self):
        environment = {
            "MAILBOX_DATABASE_URL": f"postgresql://mailbox@127.0.0.1:{DATABASE}/mailbox?sslmode=disable", "MAILBOX_DATA_DIR": f"{work}/server{self.number}",
            "MAILBOX_MASTER_KEY": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "MAILBOX_HTTP_PORT": str(self.http),
            "MAILBOX_SMTP_PORT": str(self.smtp), "MAILBOX_BASE_URL": f"http://localhost:{SERVERS[0][0]}", "MAILBOX_BOOTSTRAP_API_KEY": KEY,
            "MAILBOX_RELAY_URL": f"smtp://127.0.0.1:{SINK}", "MAILBOX_RATE_PER_KEY": "0", "MAILBOX_RATE_PER_ADDRESS": "0",
            "MAILBOX_WEBHOOK_ALLOW_LOCAL": "true", "MAILBOX_PLAN_DAILY_RECIPIENTS": "1000000", "MAILBOX_PLAN_API_CALLS_DAILY": "100000000",
            "MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS": "100"}
        with open(f"{work}/server{self.number}.log", "a") as log:
            self.process = subprocess.Popen(["java", "-jar", self.jar], env={**os.environ, **environment}, stdout=log, stderr=log)
        until = time.monotonic() + 120
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if call(self.http, "GET", "/health")[0] == 200:
                    return
            except OSError:
                time.sleep(0.2)
        raise SystemExit("the server did not start: " + open(f"{work}/server{self.number}.log").read()[-2000:])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.start()

    def upgrade(self):
        self.process.terminate()
        self.process.wait()
        self.jar = NEWER
        self.start()

    def stand_still(self):
        self.process.send_signal(signal.SIGSTOP)
        time.sleep(35)
        self.process.send_signal(signal.SIGCONT)

    def figures(self):
        status = open(f"/proc/{self.process.pid}/status").read()
        return [int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024, int(re.search(r"Threads:\s+(\d+)", status)[1]),
                len(os.listdir(f"/proc/{self.process.pid}/fd"))]


taken = collections.Counter()  # how often each send reached the next hop
sink_away = threading.Event()


def take(mail):
    taken[re.search(rb"(?m)^Subject: (.*)\r$", mail)[1].decode()] += 1


heard = collections.defaultdict(set)  # event ids by webhook
hooks_away = threading.Event()


class Hook(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not hooks_away.is_set():
            heard[self.path].add(body["event_id"])
        self.send_response(500 if hooks_away.is_set() else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


session = {}


def owner():
    """Headers of the owner, by the link that the first start printed; only a human makes webhooks."""
    if not session:
        link = re.search(r"/v0/console/sign-in/link\S+", open(f"{work}/server0.log").read())[0]
        connection = http.client.HTTPConnection("127.0.0.1", SERVERS[0][0], timeout=30)
        connection.request("GET", link)
        cookie = connection.getresponse().getheader("set-cookie").split(";")[0]
        session.update({"Authorization": "", "Origin": f"http://localhost:{SERVERS[0][0]}", "Cookie": cookie})
    return session


class Load:
    """Operations at a fixed rate, whatever the servers do; remembers what was acknowledged."""

    def __init__(self):
        self.inboxes = [self.new("/inboxes", {"username": f"soak{i}"})["inbox_id"] for i in range(INBOXES)]
        for path in ("/a", "/b"):
            # Of one inbox: a webhook gets at most 60 deliveries a minute.
            self.new("/webhooks", {"url": f"http://127.0.0.1:{HOOKS}{path}", "event_types": ["message.received"], "inbox_ids": self.inboxes[:1]}, owner())
        self.mails, self.sends, self.found = [], [], collections.deque(maxlen=5000)
        self.latencies, self.lock = collections.defaultdict(list), threading.Lock()
        self.failures, self.refused, self.number, self.stopped = 0, 0, 0, False
        self.pool = concurrent.futures.ThreadPoolExecutor(200)

    @staticmethod
    def new(path, body, caller=AUTHORIZED):
        status, answer = call(SERVERS[0][0], "POST", path, body, {**caller, "Idempotency-Key": str(uuid.uuid4())})
        assert status < 300, answer
        return answer

    def mail(self, server, number):
        subject, inbox = f"mail-{number}", self.inboxes[number % INBOXES]
        text = f"From: Ann <ann{number % 500}@example.com>\r\nTo: {inbox}\r\nSubject: {subject}\r\nMessage-ID: <{subject}@example.com>\r\n\r\n" + f"Hello, this is about order {number}.\r\n" * 20
        with smtplib.SMTP("127.0.0.1", server[1], timeout=40) as client:
            client.sendmail("ann@example.com", [inbox], text)
        self.mails.append(subject)

    def send(self, server, number):
        subject, inbox = f"send-{number}", self.inboxes[number % INBOXES]
        body = {"to": [f"ann{number % 500}@example.com"], "subject": subject, "text": f"Text of {subject}\n" * 10}
        status, answer = call(server[0], "POST", f"/inboxes/{inbox}/messages/send", body, {"Idempotency-Key": "key-" + subject})
        self.expect(status, 202, answer)
        self.sends.append(subject)

    def read(self, server, _):
        if self.found:
            inbox, message = random.choice(self.found)
            self.expect(*self.first(call(server[0], "GET", f"/inboxes/{inbox}/messages/{message}"), 200))

    def page(self, server, _):
        inbox = random.choice(self.inboxes)
        status, answer = call(server[0], "GET", f"/inboxes/{inbox}/messages?limit=50")
        self.expect(status, 200, answer)
        self.found.extend((inbox, m["message_id"]) for m in answer["messages"])

    def search(self, server, number):
        self.expect(*self.first(call(server[0], "GET", f"/inboxes/{random.choice(self.inboxes)}/messages/search?q=order+{random.randrange(1, number + 2)}"), 200))

    @staticmethod
    def first(answer, expected):
        return answer[0], expected, answer[1]

    @staticmethod
    def expect(status, expected, answer):
        if status != expected:
            raise OSError(f"{status} {answer.get('code')}")

    def perform(self, kind, due, number):
        start, turn = due, number
        while not self.stopped and time.monotonic() - start < 120:
            try:
                getattr(self, kind)(SERVERS[turn % len(SERVERS)], number)
                with self.lock:
                    self.latencies[kind].append(time.monotonic() - due)
                return
            except (OSError, smtplib.SMTPException, http.client.HTTPException) as refused:
                self.refused += 1
                turn += 1
                time.sleep(0.5)
        self.failures += not self.stopped

    def keep(self, kind, rate):
        due = time.monotonic()
        while not self.stopped:
            self.number += 1
            self.pool.submit(self.perform, kind, due, self.number)
            due += random.expovariate(rate)
            time.sleep(max(0, due - time.monotonic()))

    def start(self):
        for kind, rate in (("mail", RATE), ("send", RATE / 2), ("read", RATE), ("page", RATE / 5), ("search", RATE / 5)):
            threading.Thread(target=self.keep, args=(kind, rate), daemon=True).start()

    def percentiles(self):
        with self.lock:
            taken_, self.latencies = self.latencies, collections.defaultdict(list)
        for kind in KINDS:
            sorted_ = sorted(taken_[kind])
            for share in (0.5, 0.99):
                yield round(1000 * sorted_[min(len(sorted_) - 1, int(share * len(sorted_)))], 1) if sorted_ else ""


KINDS = ("mail", "send", "read", "page", "search")
NAMES = ["second", "fault", *(f"{what}{n}" for n in range(1, len(SERVERS) + 1) for what in ("memory_mb_", "threads_", "files_")), "connections", "bytes_a_message",
         *(f"{kind}_{p}" for kind in KINDS for p in ("p50", "p99"))]


def pages(path, field):
    token = ""
    while True:
        status, page = call(SERVERS[0][0], "GET", path + ("&" if "?" in path else "?") + "limit=100" + token)
        assert status == 200, page
        yield from page[field]
        if not page.get("next_page_token"):
            return
        token = "&page_token=" + page["next_page_token"]


def sample(load, servers, seconds, fault, rows):
    row = [seconds, fault]
    for server in servers:
        try:
            row += server.figures()
        except (OSError, TypeError):
            row += ["", "", ""]
    try:
        connections, size, messages = postgres.sql(DATABASE, "SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = 'mailbox'), pg_database_size('mailbox'), (SELECT count(*) FROM message)").split("|")
        row += [int(connections), int(size) // max(int(messages), 1)]
    except SystemExit:
        row += ["", ""]
    rows.append(row + list(load.percentiles()))
    with open("soak.csv", "w") as file:
        csv.writer(file).writerows([NAMES, *rows])


def faults(servers):
    """What goes wrong, again and again, with its name; each returns when it is over."""
    def away(flag):
        flag.set()
        time.sleep(60)
        flag.clear()
    if NEWER:
        return [("upgrade", server.upgrade) for server in servers]
    return [("kill", lambda: servers[0].kill()), ("still", lambda: servers[1].stand_still()), ("hop", lambda: away(sink_away)),
            ("database", lambda: postgres.control(DATABASE, "restart", "-m", "immediate")), ("hooks", lambda: away(hooks_away)), ("kill", lambda: servers[1].kill())]


def check(load):
    """Lost; stored or sent more often than promised; deliveries of webhooks that never came."""
    until = time.monotonic() + 600
    while time.monotonic() < until and any(True for _ in pages("/sends?status=sending", "sends")):
        time.sleep(2)
    stored, events = collections.Counter(), set()
    for inbox in load.inboxes:
        stored.update(m["subject"] for m in pages(f"/inboxes/{inbox}/messages", "messages") if "received" in m["labels"])
    per_message, cursor, more = collections.Counter(), "", True
    while more:
        status, page = call(SERVERS[0][0], "GET", "/events?limit=200" + (f"&after={cursor}" if cursor else ""))
        assert status == 200, page
        for event in page["events"]:
            if event["event_type"] == "message.received":
                if event["inbox_id"] == load.inboxes[0]:
                    events.add(event["event_id"])
                per_message[event["message_id"]] += 1
        cursor, more = page["cursor"], page["has_more"]
    while time.monotonic() < until and any(events - heard[path] for path in ("/a", "/b")):
        time.sleep(2)
    return {"mails acknowledged": len(load.mails), "mails lost": sum(not stored[s] for s in load.mails),
            "mails stored twice": sum(stored[s] > 1 for s in load.mails),
            "sends acknowledged": len(load.sends), "sends lost": sum(not taken[s] for s in load.sends),
            "sends taken twice (one resend is promised)": sum(n == 2 for n in taken.values()), "sends taken more often": sum(n > 2 for n in taken.values()),
            "messages without one message.received": sum(stored.values()) - len(per_message) + sum(n > 1 for n in per_message.values()),
            "events a webhook never got": sum(len(events - heard[path]) for path in ("/a", "/b")),
            "operations not done within two minutes": load.failures, "answers that asked to try again": load.refused}


def draw(rows, name="soak.svg"):
    """Small panels over the same hours: memory, threads, files and connections, bytes of disk a message, and latency on a logarithmic scale."""
    width, height, left = 860, 110, 70
    each = lambda what: [f"{what}_{n}" for n in range(1, len(SERVERS) + 1)]
    panels = [("Memory of each server, MiB", each("memory_mb"), False), ("Threads", each("threads"), False), ("Open files", each("files"), False),
              ("Connections to the database", ["connections"], False), ("Bytes of database a message", ["bytes_a_message"], False),
              ("Median latency, ms", [k + "_p50" for k in KINDS], True), ("99th percentile, ms", [k + "_p99" for k in KINDS], True)]
    colours = ("#0b57d0", "#b3541e", "#137333", "#7b1fa2", "#5f6368")
    import math
    total = max(r[0] for r in rows)
    x = lambda second: left + (width - left - 20) * second / total
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {(height + 40) * len(panels) + 30}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="#fff"/>']
    for at, (title, names, logarithmic) in enumerate(panels):
        top = at * (height + 40) + 24
        values = [[(r[0], r[NAMES.index(n)]) for r in rows if r[NAMES.index(n)] != ""] for n in names]
        flat = [v for series in values for _, v in series]
        high, low = max(flat) * 1.05, (max(min(flat), 0.5) if logarithmic else 0)
        scale = (lambda v: math.log(max(v, low) / low) / math.log(high / low)) if logarithmic else (lambda v: v / high)
        y = lambda v: top + height - height * scale(v)
        out.append(f'<text x="{left}" y="{top - 8}" font-weight="bold">{title}</text>')
        for mark in ([10 ** e for e in range(0, 6) if low <= 10 ** e <= high] if logarithmic else (0, high / 2, high)):
            out.append(f'<path d="M{left} {y(mark):.1f}H{width - 20}" stroke="#ddd"/><text x="{left - 8}" y="{y(mark) + 4:.1f}" text-anchor="end">{mark:.0f}</text>')
        for second, fault in ((r[0], r[1]) for r in rows):
            if fault:
                out.append(f'<path d="M{x(second):.1f} {top}v{height}" stroke="#f2b8b5" stroke-width="2"><title>{fault}</title></path>')
        for colour, series, label in zip(colours, values, names):
            out.append(f'<polyline fill="none" stroke="{colour}" points="{" ".join(f"{x(s):.1f},{y(v):.1f}" for s, v in series)}"/>')
        legend = [n.removesuffix("_p50").removesuffix("_p99") for n in names] if logarithmic else [f"server {i + 1}" for i in range(len(names))] if len(names) > 1 else []
        for i, label in enumerate(legend):
            out.append(f'<text x="{width - 20 - 70 * (len(legend) - i - 1)}" y="{top - 8}" text-anchor="end" fill="{colours[i]}">{label}</text>')
    out.append(f'<text x="{left}" y="{(height + 40) * len(panels) + 16}">{total / 60:.0f} minutes from left to right; red: a fault</text></svg>')
    with open(name, "w") as file:
        file.write("\n".join(out) + "\n")


def main():
    postgres.start(DATABASE)
    threading.Thread(target=lambda: asyncio.run(serve_sink(SINK, take, sink_away.is_set)), daemon=True).start()
    hooks = http.server.ThreadingHTTPServer(("127.0.0.1", HOOKS), Hook)
    hooks.handle_error = lambda *_: None  # A server that is killed resets its connections.
    threading.Thread(target=hooks.serve_forever, daemon=True).start()
    servers = [Server(number) for number in range(len(SERVERS))]
    rows = []
    try:
        load = Load()
        load.start()
        start, turn, next_fault, running = time.monotonic(), 0, FAULT_SECONDS, None
        while (seconds := time.monotonic() - start) < 60 * MINUTES:
            time.sleep(max(0, SAMPLE_SECONDS - (time.monotonic() - start) % SAMPLE_SECONDS))
            seconds, name = round(time.monotonic() - start), ""
            # The last minutes are quiet, so that the end can be compared with the beginning.
            if seconds >= next_fault and not (NEWER and turn == len(servers)) and seconds < 60 * MINUTES - FAULT_SECONDS and (running is None or not running.is_alive()):
                name, action = (some := faults(servers))[turn % len(some)]
                running = threading.Thread(target=action, daemon=True)
                running.start()
                turn, next_fault = turn + 1, next_fault + FAULT_SECONDS
            sample(load, servers, seconds, name, rows)
        load.stopped = True
        load.pool.shutdown(wait=True)
        draw(rows)
        result = check(load)
        print(f"{MINUTES:.0f} minutes, {turn} faults")
        for what, value in result.items():
            print(f"  {what:60} {value:>9}")
        if any(result[what] for what in ("mails lost", "mails stored twice", "sends lost", "sends taken more often", "messages without one message.received", "events a webhook never got")):
            raise SystemExit("something went missing, or came too often")
    finally:
        for server in servers:
            server.process.kill()
        try:
            postgres.control(DATABASE, "stop", "-m", "fast")
        finally:
            if not os.environ.get("KEEP"):
                shutil.rmtree(work, ignore_errors=True)


main()
