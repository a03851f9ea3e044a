"""The server under check: its API, and its SMTP door."""
import hashlib, http.client, json, os, re, smtplib, time, urllib.parse, uuid

KEY = os.environ["KEY"]
WORK = os.environ["WORK"]
HTTP_PORT, SMTP_PORT = int(os.environ["HTTP_PORT"]), int(os.environ["SMTP_PORT"])
RELAY_PORT = int(os.environ["RELAY_PORT"])


class Api:
    """One connection of one caller; by default the caller has the first key."""

    def __init__(self, headers=None):
        self.headers = headers or {"Authorization": "Bearer " + KEY}
        self.connection = http.client.HTTPConnection("127.0.0.1", HTTP_PORT, timeout=60)

    def ask(self, method, path, body=None):
        headers = {"Content-Type": "application/json", **self.headers}
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        self.connection.request(method, "/v0" + path, json.dumps(body) if body is not None else None, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else {}, answer

    def __call__(self, method, path, body=None):
        status, answer, _ = self.ask(method, path, body)
        if status >= 300:
            raise AssertionError(f"{method} {path}: {status} {answer}")
        return answer

    def pages(self, path, field):
        token = None
        while True:
            mark = "&" if "?" in path else "?"
            page = self("GET", path + (f"{mark}page_token={urllib.parse.quote(token)}" if token else ""))
            yield from page[field]
            token = page.get("next_page_token")
            if not token:
                return

    def raw(self, inbox, message_id):
        link = urllib.parse.urlsplit(self("GET", f"/inboxes/{inbox}/messages/{message_id}/raw")["download_url"])
        self.connection.request("GET", link.path + "?" + link.query)
        return self.connection.getresponse().read()


def wait(what, condition, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = condition()
        if found:
            return found
        time.sleep(0.2)
    raise AssertionError("waited in vain for " + what)


class Smtp:
    """A client that sends bytes as they are; opens a new connection after a lost one."""

    def __init__(self, port=SMTP_PORT):
        self.port = port
        self.session = None

    def send(self, sender, recipients, message):
        """To one recipient or to several; answers of the first that is refused."""
        recipients = [recipients] if isinstance(recipients, str) else recipients
        try:
            if self.session is None:
                self.session = smtplib.SMTP("127.0.0.1", self.port, timeout=120)
                self.session.ehlo("client.example")
            steps = [lambda: self.session.mail(sender)]
            steps += [lambda to=to: self.session.rcpt(to) for to in recipients]
            steps.append(lambda: self.session.docmd("DATA"))
            for code, text in (step() for step in steps):
                if code >= 400:
                    self.session.rset()
                    return code, text
            stuffed = re.sub(rb"(?m)^\.", b"..", message)
            self.session.send(stuffed + (b"" if stuffed.endswith(b"\r\n") else b"\r\n") + b".\r\n")
            return self.session.getreply()
        except (smtplib.SMTPException, OSError) as e:
            self.session = None
            return 0, str(e).encode()


def wire(text):
    """With the line ends that mail has."""
    return re.sub(rb"\r\n|\r|\n", b"\r\n", text)


def sha256(data):
    return hashlib.sha256(data).hexdigest()
