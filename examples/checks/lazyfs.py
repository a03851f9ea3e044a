"""The server loses its power again and again: what it acknowledged is there afterwards, once."""
import http.client, os, random, re, signal, socket, subprocess, sys, threading, time
from service import HTTP_PORT, KEY, SMTP_PORT, WORK, Api, Smtp, sha256

CUTS, SEED = int(sys.argv[1]), int(sys.argv[2])
CLIENTS, QUIET_MAILS, START_SECONDS, STARTS_PER_CUT_START = 3, 3, 120, 5
# Of these nothing acknowledged may be unforced; the database is made again from the journal.
FORCED = re.compile(r"/(journal|content)/")
chance = random.Random(SEED)
lock = threading.Lock()
acknowledged, unanswered = {}, {}  # the inbox of each message, by the digest of its bytes
read = {}  # the digest of each stored message, by its identifier
reports, unforced, others = [0], [], []


class Disk:
    """LazyFS: commands go into its fifo, answers into its log."""

    def __init__(self):
        self.commands = open(WORK + "/faults", "w")
        self.log = open(WORK + "/disk.log")
        self.log.seek(0, os.SEEK_END)

    def ask(self, command, last):
        self.commands.write(f"lazyfs::{command}\n")
        self.commands.flush()
        lines, until = [], time.monotonic() + 60
        while time.monotonic() < until:
            line = self.log.readline()
            lines.append(line)
            if re.search(last, line):
                return lines
            if not line:
                time.sleep(0.001)
        raise AssertionError(f"the disk did not answer {command}")

    def cut(self):
        self.ask("clear-cache", "cache is cleared")

    def unforced(self):
        lines = self.ask("unsynced-data-report", "all data blocks are synced|total number of bytes un-fsynced")
        return re.findall(r"=> file: '.*/disk(/[^']*)'", "".join(lines))

    def unforced_bytes(self, name):
        """What the file has beyond its forced bytes."""
        with open(WORK + "/mnt" + name, "rb") as seen, open(WORK + "/disk" + name, "rb") as kept:
            now, then = seen.read(), kept.read()
        if now == then:
            return b""
        return now[next((at for at, (a, b) in enumerate(zip(now, then)) if a != b), min(len(now), len(then))) :]


def launch():
    environment = dict(
        os.environ, MAILBOX_DATA_DIR=WORK + "/mnt/data", MAILBOX_HTTP_PORT=str(HTTP_PORT), MAILBOX_SMTP_PORT=str(SMTP_PORT),
        MAILBOX_BOOTSTRAP_API_KEY=KEY, MAILBOX_RATE_PER_KEY="0", MAILBOX_RATE_PER_ADDRESS="0",
        MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS="100", MAILBOX_PLAN_API_CALLS_DAILY="100000000", MAILBOX_RELAY_URL="capture:",
        MAILBOX_DISK_RESERVE="0",  # LazyFS does not say how much room there is
    )
    with open(WORK + "/server.log", "a") as log:
        return subprocess.Popen(["java", "-XX:TieredStopAtLevel=1", "-jar", os.environ["JAR"]], env=environment, stdout=log, stderr=log)


def taken(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def start():
    # Otherwise another server would answer, and the cuts would hit one that serves nobody.
    assert not taken(HTTP_PORT) and not taken(SMTP_PORT), "another server has the ports"
    server = launch()
    until = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < until:
        try:
            if Api().ask("GET", "/health")[0] == 200:
                return server
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
    kill(server)
    raise AssertionError("a start was refused:\n" + open(WORK + "/server.log").read()[-3000:])


def kill(server):
    server.kill()
    server.wait()


def message(inbox, number):
    with lock:
        size = chance.choice((100, 2_000, 20_000, 60_000))
        lines = "\r\n".join(chance.randbytes(35).hex() for _ in range(size // 70 + 1))
    return (
        f"From: b@example.com\r\nTo: {inbox}\r\nMessage-ID: <{number}@lazyfs.example>\r\nSubject: {number}\r\n\r\n{lines}\r\n"
    ).encode()


def deliver(smtp, inbox, number):
    data = message(inbox, number)
    code, text = smtp.send("b@example.com", inbox, data)
    with lock:
        if code == 250:
            acknowledged[sha256(data)] = inbox
        elif code == 0:
            unanswered[sha256(data)] = inbox
    return code, text


def quiet(disk, server, cut):
    """One after the other: after its 250, nothing of the message is unforced. The server stands still for the report."""
    smtp = Smtp()
    for number in range(QUIET_MAILS):
        code, text = deliver(smtp, inboxes[0], f"{cut}-{number}")
        assert code == 250, (code, text)
        server.send_signal(signal.SIGSTOP)
        try:
            named = [name for name in disk.unforced() if FORCED.search(name)]
            reports[0] += 1
            for name in named:
                data = disk.unforced_bytes(name)
                # The server writes on its own account too, between two mails: such a record may wait for its force.
                mine = "/content/" in name or f"<{cut}-{number}@".encode() in data
                (unforced if mine else others).append((cut, number, name, len(data), re.findall(rb"[ -~]{8,}", data)[:20]))
        finally:
            server.send_signal(signal.SIGCONT)


def load(client, cut, over):
    smtp, number = Smtp(), 0
    while not over.is_set():
        deliver(smtp, inboxes[client], f"{cut}-{client}-{number}")
        number += 1


def cut_under_load(disk, server, cut):
    over = threading.Event()
    threads = [threading.Thread(target=load, args=(client, cut, over)) for client in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(chance.uniform(0, 1))
    over.set()
    kill(server)
    disk.cut()
    for thread in threads:
        thread.join()


def cut_at_start(disk):
    server = launch()
    time.sleep(chance.uniform(0, 4))
    kill(server)
    disk.cut()


def compare(all_again=False):
    """Everything listed has the bytes of one message that was sent; everything acknowledged is listed, once."""
    api, listed = Api(), {}
    for inbox in inboxes:
        for entry in api.pages(f"/inboxes/{inbox}/messages?limit=100", "messages"):
            known = entry["message_id"]
            if all_again or known not in read:
                raw = api.raw(inbox, known)
                # The Received field of this service comes first; the bytes after it are the sender's.
                read[known] = sha256(re.sub(rb"\A[^\n]*\n([ \t][^\n]*\n)*", b"", raw))
            listed.setdefault(read[known], []).append(inbox)
    lost = [digest for digest, inbox in acknowledged.items() if inbox not in listed.get(digest, [])]
    doubled = [digest for digest, found in listed.items() if len(found) > 1]
    damaged = [digest for digest in listed if digest not in acknowledged and digest not in unanswered]
    assert not lost and not doubled and not damaged, f"{len(lost)} lost, {len(doubled)} doubled, {len(damaged)} damaged"
    return sum(digest in listed for digest in unanswered)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends the server too
disk, starts, cut = Disk(), 1, 0
server = start()
try:
    api = Api()
    inboxes = [api("POST", "/inboxes", {"username": f"lazyfs{client}"})["inbox_id"] for client in range(CLIENTS)]
    while cut < CUTS:
        cut += 1
        quiet(disk, server, cut)
        cut_under_load(disk, server, cut)
        if starts % STARTS_PER_CUT_START == 0 and cut < CUTS:
            cut += 1
            cut_at_start(disk)
        server = start()
        starts += 1
        compare()
        if cut % 10 < 2:
            print(f"{cut} cuts, {len(acknowledged)} acknowledged, {len(unanswered)} without an answer", flush=True)
    found = compare(all_again=True)
finally:
    kill(server)
print(
    f"{cut} cuts, {starts} starts, none refused; {len(acknowledged)} acknowledged: each stored once, with its bytes; "
    f"{found} of {len(unanswered)} without an answer are stored"
)
print(f"{reports[0]} reports right after a 250: {len(unforced)} had bytes of the acknowledged message {unforced[:5]},")
print(f"{len(others)} a record of something else in the journal {others[:5]}")
assert not unforced, "something acknowledged was not forced"
assert len(unanswered) >= cut // 2, "the cuts met nobody who was sending"
