"""HTML that multiplies itself, without pause, by mail and over the API; others must not notice."""
import subprocess, sys, threading, time
from service import Api, Smtp

SECONDS = float(sys.argv[1])
SERVER = sys.argv[2]
MAIL_GOAL, API_GOAL = 5.0, 1.0  # seconds, of the slowest
MAIL_SENDERS, API_SENDERS = 6, 2
BUSY = (451, b"4.3.2")  # a sender repeats the message

api = Api()
inbox = api("POST", "/inboxes", {"username": "bombs"})["inbox_id"]
end = time.monotonic() + SECONDS
lock = threading.Lock()
acknowledged, busy, answers, failures = {"bomb": 0, "news": 0}, [0], {}, []
mails, calls, heaps = [], [], []


def again(count, attributes):
    names = "".join(f" a{i}" for i in range(attributes - 1))
    return "<p>" + "".join(f"<b i={i}{names}>" for i in range(count)) + "x"


FORMS = [
    "hello<div class=gmail_quote>q</div><p><a href=\"" + "A" * 20_000 + "\">" + "<p>a" * 5_000,
    "hello<div class=gmail_quote>q</div><p><a href=\"" + "A" * 400_000 + "\">" + "<p>a" * 100_000,
    again(12, 1) + "<p>x" * 250_000,
    again(12, 60) + "<p>x" * 250_000,
    "<p><a href=\"" + "A" * 500_000 + "\">" + "<p>a" * 125_000,
    "<p><a href=\"" + "A" * 200_000 + "\">" + "<p>a" * 50_000,
    again(12, 200) + "<p>x" * 60_000,
    # As near to the limits as can be: these are read.
    "<p><a href=x>" + "<p>a" * 22_000 + "x" * 500_000,
    "<table>" + "<tr><td>x" * 20_000 + "x" * 400_000,
]
ROW = "<tr><td style='color:#333'>Article</td><td><a href='https://example.com/a'>read on</a> about it</td></tr>"
NEWS = "<html><body><table>" + ROW * (200_000 // len(ROW)) + "</table></body></html>"


def message(number, html):
    lines = "\r\n".join(html[i : i + 900] for i in range(0, len(html), 900))
    return (
        f"From: b@example.com\r\nTo: {inbox}\r\nMessage-ID: <{number}@bombs.example>\r\nSubject: {number}\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n{lines}\r\n"
    ).encode()


def deliver(smtp, number, html):
    """To postmaster, an address that everybody knows, and to an inbox whose messages can be counted."""
    while True:
        code, text = smtp.send("b@example.com", ["postmaster@" + inbox.split("@")[1], inbox], message(number, html))
        if (code, text[:5]) != BUSY:
            break
        with lock:
            busy[0] += 1
    with lock:
        if code == 250:
            acknowledged[number.split("-")[0]] += 1
        else:
            failures.append((code, text[:100]))


def bomb_mail(sender):
    smtp, number = Smtp(), 0
    while time.monotonic() < end:
        deliver(smtp, f"bomb-{sender}-{number}", FORMS[(sender + number) % len(FORMS)])
        number += 1


def bomb_api(sender):
    own, number = Api(), sender
    while time.monotonic() < end:
        body = {"to": ["carl@example.com"], "subject": "x", "text": "x", "html": FORMS[number % len(FORMS)]}
        try:
            status = own.ask("POST", f"/inboxes/{inbox}/messages/check", body)[0]
        except OSError as e:
            own, status = Api(), type(e).__name__
        with lock:
            answers[status] = answers.get(status, 0) + 1
        number += 1


def probe(times, work):
    while time.monotonic() < end:
        start = time.monotonic()
        work()
        times.append(time.monotonic() - start)
        time.sleep(max(0.0, 1 - times[-1]))


def heap():
    while time.monotonic() < end:
        said = subprocess.run(["jstat", "-gc", SERVER], capture_output=True, text=True).stdout.split("\n")
        if len(said) > 1:
            row = dict(zip(said[0].split(), said[1].split()))
            heaps.append(sum(float(row[name]) for name in ("S0U", "S1U", "EU", "OU")) / 1024)
        time.sleep(1)


ordinary, counter, prober = Smtp(), iter(range(1 << 30)), Api()
threads = [threading.Thread(target=bomb_mail, args=(i,)) for i in range(MAIL_SENDERS)]
threads += [threading.Thread(target=bomb_api, args=(i,)) for i in range(API_SENDERS)]
threads.append(threading.Thread(target=probe, args=(mails, lambda: deliver(ordinary, f"news-{next(counter)}", NEWS))))
threads.append(threading.Thread(target=probe, args=(calls, lambda: prober("GET", "/inboxes"))))
threads.append(threading.Thread(target=heap))
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()


def times(name, seconds):
    ordered = sorted(seconds)
    at = lambda share: ordered[min(len(ordered) - 1, int(len(ordered) * share))]
    print(f"{name}: {len(ordered)} times, median {at(0.5):.2f} s, 99 % {at(0.99):.2f} s, slowest {ordered[-1]:.2f} s")
    return ordered[-1]


slowest_mail, slowest_call = times("ordinary mail", mails), times("GET /v0/inboxes", calls)
entries = list(Api().pages(f"/inboxes/{inbox}/messages?limit=100", "messages"))
# Held mail is listed without its subject, so what can be counted is the news that is shown.
shown_news = sum(1 for e in entries if (e.get("subject") or "").startswith("news") and "held" not in e["labels"])
print(f"heap used, at most {max(heaps, default=0):.0f} MiB of 256; checks answered {answers}")
print(f"{sum(acknowledged.values())} messages acknowledged, {len(entries)} stored; asked to come again {busy[0]} times; not acknowledged {failures[:5]}")
print(f"ordinary mail: {acknowledged['news']} acknowledged, {shown_news} shown to the agent")
assert len(entries) == sum(acknowledged.values()) and not failures, "a message was lost or not taken"
assert acknowledged["bomb"] and shown_news == acknowledged["news"], "no bomb was taken, or ordinary mail is not shown"
assert set(answers) <= {200, 400, 503}, "a check was not answered as specified"
assert slowest_mail < MAIL_GOAL and slowest_call < API_GOAL, "others noticed"
