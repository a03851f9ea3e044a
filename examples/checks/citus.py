"""The service on Citus: a coordinator and two workers, four organizations, two servers, and what goes wrong there.

citus.py PG_BIN JAR [SECONDS]: PG_BIN is the folder of the programs of a PostgreSQL that has the extension. Counts, from the logs of the
nodes, the workers that each transaction wrote to; then mail and sends run for SECONDS (60; 0 for counts only) beside each fault.
"""
import asyncio, collections, glob, http.client, json, os, re, shutil, signal, smtplib, subprocess, sys, tempfile, threading, time, uuid
from parts import Postgres, serve_sink

BIN, JAR = sys.argv[1], sys.argv[2]
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 60
COORDINATOR, WORKERS = 25432, (25434, 25436)
NODES = (COORDINATOR, *WORKERS)
SERVERS = ((18171, 12671), (18172, 12672))
SINK = 12673
SEED_KEY = "sk_citusked_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
ORIGIN = {"Origin": "http://localhost:18171"}
work = tempfile.mkdtemp(prefix="citus")
postgres = Postgres(BIN, work)
sql = postgres.sql


def start_nodes():
    for port in NODES:
        postgres.start(port, """
shared_preload_libraries = 'citus'
max_connections = 200
max_prepared_transactions = 400
wal_level = logical
max_worker_processes = 24
citus.shard_count = 8
citus.local_hostname = '127.0.0.1'
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
log_line_prefix = '%m|%p|%a|'
""")
        sql(port, "CREATE EXTENSION citus")
    sql(COORDINATOR, f"SELECT citus_set_coordinator_host('127.0.0.1', {COORDINATOR})")
    for port in WORKERS:
        sql(COORDINATOR, f"SELECT citus_add_node('127.0.0.1', {port})")


class Server:
    def __init__(self, number):
        self.http, self.smtp = SERVERS[number]
        first = (COORDINATOR, WORKERS[0])[number]
        hosts = ",".join(f"127.0.0.1:{port}" for port in (first, *[p for p in NODES if p != first]))
        environment = {
            "MAILBOX_DATABASE_URL": f"postgresql://mailbox@{hosts}/mailbox?sslmode=disable", "MAILBOX_DATA_DIR": f"{work}/server{number}",
            "MAILBOX_MASTER_KEY": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "MAILBOX_HTTP_PORT": str(self.http),
            "MAILBOX_SMTP_PORT": str(self.smtp), "MAILBOX_BASE_URL": "http://localhost:18171", "MAILBOX_BOOTSTRAP_API_KEY": SEED_KEY,
            "MAILBOX_RELAY_URL": f"smtp://127.0.0.1:{SINK}", "MAILBOX_OWNER_EMAIL": "owner@example.com",
            "MAILBOX_RATE_PER_KEY": "0", "MAILBOX_RATE_PER_ADDRESS": "0", "MAILBOX_PLAN_DAILY_RECIPIENTS": "1000000",
            "MAILBOX_PLAN_API_CALLS_DAILY": "100000000", "MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS": "100"}
        self.log = open(f"{work}/server{number}.log", "w")
        self.process = subprocess.Popen(["java", "-jar", JAR], env={**os.environ, **environment}, stdout=self.log, stderr=self.log)
        until = time.monotonic() + 120
        while time.monotonic() < until and self.process.poll() is None:
            try:
                if call(self.http, "GET", "/health")[0] == 200:
                    return
            except OSError:
                time.sleep(0.2)
        raise SystemExit("the server did not start: " + open(self.log.name).read()[-2000:])


def call(port, method, path, body=None, headers=None, timeout=60):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, "/v0" + path, None if body is None else json.dumps(body), {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else {}, answer
    finally:
        connection.close()


sunk = []  # every mail that reached the next hop


def operator():
    """The session of the owner, by the link that the first start printed."""
    link = re.search(r"/v0(/console/sign-in/link\S+)", open(f"{work}/server0.log").read())[1]
    answer = call(SERVERS[0][0], "GET", link)[2]
    return {**ORIGIN, "Cookie": answer.getheader("set-cookie").split(";")[0]}


def organization(number, operator_session):
    """Invites a person, who makes an organization; returns the headers of a key of it."""
    email = f"person{number}@example.com"
    once = lambda headers: {**headers, "Idempotency-Key": str(uuid.uuid4())}
    status, invite, _ = call(SERVERS[0][0], "POST", "/operator/invites", {"email": email}, once(operator_session))
    assert status < 300, invite
    status, answer, _ = call(SERVERS[0][0], "POST", "/console/sign-in/code", {"email": email}, ORIGIN)
    assert status < 300, answer
    until = time.monotonic() + 30
    code = None
    while code is None and time.monotonic() < until:
        codes = [re.search(rb"(?m)^(\d{6})\r?$", mail) for mail in list(sunk) if email.encode() in mail]
        code = next((found[1].decode() for found in codes if found), None)
        time.sleep(0.1)
    assert code, "no code was mailed"
    status, answer, response = call(SERVERS[0][0], "POST", "/console/sign-in/verify", {"email": email, "code": code}, ORIGIN)
    assert status < 300, answer
    person = {**ORIGIN, "Cookie": response.getheader("set-cookie").split(";")[0]}
    status, answer, _ = call(SERVERS[0][0], "POST", "/console/invites/redeem", {"code": invite["invite_code"]}, once(person))
    assert status < 300, answer
    status, key, _ = call(SERVERS[0][0], "POST", "/api-keys", {"name": "check"}, once(person))
    assert status < 300, key
    return {"Authorization": "Bearer " + key["api_key"]}


class Load:
    """Mail and sends of one inbox, repeated as a mail server and a client repeat them; remembers what was acknowledged."""

    def __init__(self, key, name):
        self.key, self.name = key, name
        status, inbox, _ = call(SERVERS[0][0], "POST", "/inboxes", {"username": name}, {**key, "Idempotency-Key": str(uuid.uuid4())})
        assert status < 300, inbox
        self.inbox, self.mails, self.sends, self.slowest, self.retries, self.number = inbox["inbox_id"], [], [], 0.0, 0, 0

    def until(self, done):
        """Repeats until it works; the whole time counts."""
        start, turn = time.monotonic(), self.number
        while time.monotonic() - start < 120:
            try:
                if done(SERVERS[turn % 2]):
                    self.slowest = max(self.slowest, time.monotonic() - start)
                    return True
            except (OSError, smtplib.SMTPException, http.client.HTTPException):
                pass
            turn += 1
            self.retries += 1
            time.sleep(0.2)
        return False

    def mail(self):
        self.number += 1
        subject = f"{self.name}-{self.number}"
        text = f"From: you@example.com\r\nTo: {self.inbox}\r\nSubject: {subject}\r\nMessage-ID: <{subject}@example.com>\r\n\r\nHello\r\n"

        def deliver(server):
            with smtplib.SMTP("127.0.0.1", server[1], timeout=40) as client:
                client.sendmail("you@example.com", [self.inbox], text)
            return True

        if self.until(deliver):
            self.mails.append(subject)

    def send(self):
        self.number += 1
        subject = f"{self.name}-{self.number}"
        headers = {**self.key, "Idempotency-Key": str(uuid.uuid4())}
        body = {"to": ["you@example.com"], "subject": subject, "text": f"Text of {subject}"}
        if self.until(lambda server: call(server[0], "POST", f"/inboxes/{self.inbox}/messages/send", body, headers)[0] == 202):
            self.sends.append(subject)

    def for_seconds(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.mail()
            self.send()

    def pages(self, path, field):
        token = ""
        while True:
            status, page, _ = call(SERVERS[0][0], "GET", path + ("&" if "?" in path else "?") + "limit=100" + token, None, self.key)
            assert status == 200, page
            yield from page[field]
            if not page.get("next_page_token"):
                return
            token = "&page_token=" + page["next_page_token"]

    def check(self):
        """Lost; mails stored twice, or sends that reached the next hop more than twice; sends that reached it twice, which a broken
        connection between the final dot and the outcome allows."""
        until = time.monotonic() + 120
        while time.monotonic() < until and any(s["status"] not in ("sent", "failed") for s in self.pages("/sends", "sends")):
            time.sleep(1)
        kept = collections.Counter(m["subject"] for m in self.pages(f"/inboxes/{self.inbox}/messages", "messages") if "received" in m["labels"])
        out = collections.Counter(found[1].decode() for found in (re.search(rb"(?m)^Subject: (\S+)\r?$", mail) for mail in sunk) if found)
        lost = [s for s in self.mails if not kept[s]] + [s for s in self.sends if not out[s]]
        doubled = [s for s in self.mails if kept[s] > 1] + [s for s in self.sends if out[s] > 2]
        repeated = [s for s in self.sends if out[s] == 2]
        ids = [e["event_id"] for e in self.pages("/events", "events")]
        assert len(ids) == len(set(ids)), "an event is listed twice"
        return lost, doubled, repeated


def placed_loads(operator_session):
    """Two organizations on each worker: a command to the node that a server asks is none, so the counts depend on where they are."""
    placed = {port: [] for port in WORKERS}
    for number in range(32):
        load = Load(organization(number, operator_session), f"load{number}")
        organization_id = call(SERVERS[0][0], "GET", "/auth/me", None, load.key)[1]["organization_id"]
        port = int(sql(COORDINATOR, f"SELECT nodeport FROM citus_shards WHERE shardid = get_shard_id_for_distribution_column('organization', '{organization_id}')"))
        if len(placed[port]) < 2:
            placed[port].append(load)
        if all(len(there) == 2 for there in placed.values()):
            return sum(placed.values(), [])
    raise SystemExit("one worker got hardly any of 32 organizations")


def trace(on):
    for port, setting, value in ((p, *s) for p in (COORDINATOR, WORKERS[0]) for s in (("log_statement", "'all'"), ("log_min_messages", "'notice'"), ("citus.log_remote_commands", "on"), ("citus.log_local_commands", "on"))):
        sql(port, f"ALTER SYSTEM SET {setting} = {value}" if on else f"ALTER SYSTEM RESET {setting}")
    for port in (COORDINATOR, WORKERS[0]):
        sql(port, "SELECT pg_reload_conf()")
    time.sleep(1)


LINE = re.compile(r"(?P<time>\S+ \S+ \S+)\|(?P<pid>\d+)\|(?P<name>[^|]*)\|(?P<kind>\w+):\s+(?P<text>.*)")
BACKGROUND = re.compile(r"due_at >= |due_at <= |pending_until >= |event_head WHERE org_id >|expires_at <= |enabled = TRUE AND org_id >=|"
                        r"FROM organization WHERE org_id >|build_at >= |live_node|named_lock")
WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|WITH)|.*FOR UPDATE")


def transactions(port, log):
    """Of each transaction of a server on this node: its statements, commands to workers, workers that it wrote to, and prepared transactions."""
    entries, done, open_ = [], [], {}
    for line in log.splitlines():
        found = LINE.match(line)
        if found:
            entries.append(found.groupdict())
        elif entries:
            entries[-1]["text"] += " " + line.strip()
    sent = {}

    def note(pid, text, worker):
        shard = re.search(r"\b([a-z_]+)_(1\d{5,})\b", text)
        if shard:
            if WRITES.match(text.split(": ", 1)[-1].removeprefix("issuing ")):
                open_[pid]["wrote"].add(worker)
            open_[pid]["shards"][shard[1]].add(shard[2])

    def end_statement(transaction):
        transaction["broadcast"] += [transaction["statements"][-1] for shards in transaction["shards"].values() if len(shards) == 8]
        transaction["shards"].clear()

    for entry in entries:
        pid, text = entry["pid"], entry["text"]
        if not entry["name"].startswith("mailbox"):
            continue
        statement = re.match(r"(?:execute [^:]*|statement): (.*)", text) if entry["kind"] == "LOG" else None
        if statement:
            if pid in open_ and open_[pid]["statements"]:
                end_statement(open_[pid])
            if statement[1].startswith("BEGIN") or pid not in open_:
                open_[pid] = {"statements": [], "commands": 0, "wrote": set(), "prepared": 0, "broadcast": [], "shards": collections.defaultdict(set)}
                done.append(open_[pid])
            open_[pid]["statements"].append(statement[1])
        elif pid not in open_:
            continue
        elif entry["kind"] == "NOTICE" and text.startswith(("issuing", "executing the command locally")):
            open_[pid]["commands"] += text.startswith("issuing")
            open_[pid]["prepared"] += "PREPARE TRANSACTION" in text
            if text.startswith("issuing"):
                sent[pid] = text
            else:
                note(pid, text, str(port))
        elif entry["kind"] == "DETAIL" and pid in sent:
            worker = re.search(r"on server \S+?@\S+?:(\d+)", text)
            note(pid, sent.pop(pid), worker[1] if worker else "?")
    return [t for t in done if not any(BACKGROUND.search(s) for s in t["statements"])]


def counted(what, loads, one):
    starts = {port: os.path.getsize(f"{work}/{port}.log") for port in (COORDINATOR, WORKERS[0])}
    for i in range(200):
        one(loads[i % len(loads)])
    time.sleep(3)
    found = []
    for port, start in starts.items():
        with open(f"{work}/{port}.log", errors="replace") as log:
            log.seek(start)
            found += transactions(port, log.read())
    writing = [t for t in found if t["wrote"]]
    row(f"200 {what}: writing transactions", len(writing))
    row(f"200 {what}: of them with one worker", sum(len(t["wrote"]) == 1 for t in writing))
    row(f"200 {what}: PREPARE TRANSACTION", sum(t["prepared"] for t in found))
    broadcast = sum((t["broadcast"] for t in found), [])
    row(f"200 {what}: statements to all shards", f"{len(broadcast)} {broadcast[:2] or ''}")
    row(f"{what}: commands to workers, each", round(sum(t["commands"] for t in found) / 200, 1))
    for other in (t for t in writing if len(t["wrote"]) > 1):
        print("   wrote to several:", other["statements"][:3])
    assert not sum(t["prepared"] for t in found)


rows = []


def row(name, value):
    rows.append((name, value))
    print(f"{name:62s} {value}", flush=True)


def beside(what, loads, fault):
    """Runs the loads while the fault happens, and counts what was lost."""
    for load in loads:
        load.slowest, load.retries = 0.0, 0
    before = sum(len(l.mails) + len(l.sends) for l in loads)
    threads = [threading.Thread(target=load.for_seconds, args=(SECONDS,)) for load in loads]
    for thread in threads:
        thread.start()
    fault(time.monotonic() + SECONDS - 5)
    for thread in threads:
        thread.join()
    checks = [load.check() for load in loads]
    lost, doubled, repeated = (sum((c[i] for c in checks), []) for i in range(3))
    row(f"{what}: acknowledged", sum(len(l.mails) + len(l.sends) for l in loads) - before)
    row(f"{what}: lost / doubled / sent once more", f"{len(lost)} / {len(doubled)} / {len(repeated)} {(lost + doubled)[:4] or ''}")
    assert not lost and not doubled
    gaps = sql(COORDINATOR, "SELECT count(*) FROM event_head h LEFT JOIN (SELECT org_id, count(*) AS kept, max(seq) AS last FROM event GROUP BY org_id) e"
               " ON e.org_id = h.org_id WHERE coalesce(e.kept, 0) <> h.last_seq OR coalesce(e.last, 0) <> h.last_seq")
    row(f"{what}: organizations whose events have a gap", gaps)
    assert gaps == "0"
    row(f"{what}: slowest operation, s (retries {sum(l.retries for l in loads)})", round(max(l.slowest for l in loads), 2))


def move(shard, source, target):
    for _ in range(20):
        try:
            sql(COORDINATOR, f"SELECT citus_move_shard_placement({shard}, '127.0.0.1', {source}, '127.0.0.1', {target}, 'force_logical')")
            return
        except SystemExit as failure:
            # What an earlier move left is dropped once nobody reads it any more.
            if "could not be cleaned up" not in str(failure):
                raise
            time.sleep(3)
    raise SystemExit(f"shard {shard} cannot be moved")


def moves(end):
    count, slowest = 0, 0.0
    while time.monotonic() < end:
        shard, port = sql(COORDINATOR, "SELECT shardid, nodeport FROM citus_shards WHERE table_name = 'message'::regclass ORDER BY random() LIMIT 1").split("|")
        target = next(p for p in WORKERS if p != int(port))
        start = time.monotonic()
        move(shard, port, target)
        count, slowest = count + 1, max(slowest, time.monotonic() - start)
    row("moves", f"{count}, the longest {slowest:.1f} s")


def kills(end):
    count = 0
    while time.monotonic() < end - 12:
        port = WORKERS[count % 2]
        os.kill(int(open(f"{work}/{port}/postmaster.pid").readline()), signal.SIGKILL)
        time.sleep(2)
        postgres.control(port, "start")
        count += 1
        time.sleep(8)
    row("kills of a worker", count)


def coordinator_stop(end):
    time.sleep(5)
    postgres.control(COORDINATOR, "stop", "-m", "immediate")
    time.sleep(max(1, min(20, end - time.monotonic())))
    postgres.control(COORDINATOR, "start")


servers = []
try:
    threading.Thread(target=lambda: asyncio.run(serve_sink(SINK, sunk.append)), daemon=True).start()
    start_nodes()
    row("version", sql(COORDINATOR, "SELECT split_part(citus_version(), ' on', 1) || ', PostgreSQL ' || current_setting('server_version')"))
    servers += [Server(0), Server(1)]
    row("tables placed", sql(COORDINATOR, "SELECT count(*) FROM citus_tables"))
    session = operator()
    loads = placed_loads(session)
    row("organizations on each worker", len(loads) // len(WORKERS))
    for load in loads:
        load.mail()
        load.send()
    trace(True)
    counted("mails", loads, Load.mail)
    counted("sends", loads, Load.send)
    trace(False)
    if SECONDS:
        beside("moves of shards", loads, moves)
        beside("kills of workers", loads, kills)
        beside("coordinator stopped", loads, coordinator_stop)
    time.sleep(5)
    row("prepared transactions left", sum(int(sql(port, "SELECT count(*) FROM pg_prepared_xacts")) for port in NODES))
finally:
    for server in servers:
        server.process.terminate()
        server.process.wait(30)
    for port in NODES:
        if os.path.exists(f"{work}/{port}/postmaster.pid"):
            postgres.control(port, "stop", "-m", "immediate")
    if "KEEP" in os.environ:
        print("kept in", work)
    else:
        shutil.rmtree(work)
