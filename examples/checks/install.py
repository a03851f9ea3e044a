"""The world around the service of `install`: a stranger who writes to it, and the server of the stranger."""

import asyncio
import email.utils
import glob
import json
import os
import smtplib
import subprocess
import sys
import uuid

DOMAIN, STRANGER, W = os.environ["DOMAIN"], os.environ["STRANGER"], os.environ["W"]
ADA = "ada@" + DOMAIN

# subject: sender's address, envelope, signed, altered on the way; then SPF, DKIM and DMARC as the service should see them
MAILS = {
    "genuine": ("MX_IP", STRANGER, True, False, ("pass", "pass", "pass")),
    "forged": ("BOT_IP", STRANGER, False, False, ("fail", "none", "fail")),
    "altered": ("BOT_IP", "list.test", True, True, ("none", "fail", "fail")),
    "forwarded": ("BOT_IP", "list.test", True, False, ("none", "pass", "pass")),
}
SYMBOLS = ("R_SPF_ALLOW", "R_DKIM_ALLOW", "DMARC_POLICY_ALLOW")


def mail(subject, signed):
    import dkim

    text = (
        f"From: Stranger <you@{STRANGER}>\r\nTo: {ADA}\r\nSubject: {subject}\r\nDate: {email.utils.formatdate()}\r\n"
        f"Message-ID: <{uuid.uuid4()}@{STRANGER}>\r\n\r\nHello agent, this is {subject}.\r\n"
    ).encode()
    with open(W + "/stranger.pem", "rb") as key:
        return (dkim.sign(text, b"s1", STRANGER.encode(), key.read()) if signed else b"") + text


def send():
    for subject, (source, sender, signed, altered, _) in MAILS.items():
        bytes_sent = mail(subject, signed)
        if altered:
            bytes_sent = bytes_sent.replace(b"Hello agent", b"Pay now")
        with smtplib.SMTP("mail." + DOMAIN, 25, "mx." + STRANGER, source_address=(os.environ[source], 0)) as server:
            server.sendmail("you@" + sender, [ADA], bytes_sent)


def judge():
    messages = [json.loads(line) for line in sys.stdin]
    assert sorted(message["subject"] for message in messages) == sorted(MAILS)
    for message in messages:
        seen = tuple(message["authentication"][name] for name in ("spf", "dkim", "dmarc"))
        print(message["subject"], "in: spf=%s dkim=%s dmarc=%s" % seen, message["classification"])
        assert seen == MAILS[message["subject"]][-1]


def serve():
    from aiosmtpd.controller import UnthreadedController

    class Keeper:
        async def handle_DATA(self, server, session, envelope):
            name = W + "/arrived/" + uuid.uuid4().hex
            with open(name + ".env", "w") as kept:
                kept.write("\n".join((session.peer[0], session.host_name, envelope.mail_from)))
            with open(name + ".part", "wb") as kept:
                kept.write(envelope.original_content)
            os.rename(name + ".part", name + ".eml")
            return "250 2.0.0 OK"

    loop = asyncio.new_event_loop()
    UnthreadedController(Keeper(), hostname=os.environ["MX_IP"], port=25, loop=loop).begin()
    loop.run_forever()


def verify():
    import dkim
    import spf

    for file in glob.glob(W + "/arrived/*.eml"):
        with open(file, "rb") as kept:
            message = kept.read()
        with open(file[:-4] + ".env") as kept:
            address, hello, sender = kept.read().split("\n")
        signatures = dkim.DKIM(message)
        for index in range(message.count(b"DKIM-Signature:")):
            assert signatures.verify(idx=index)
            print("out: dkimpy", signatures.signature_fields[b"a"].decode(), "pass")
        result = spf.check2(i=address, s=sender, h=hello)[0]
        print("out: pyspf", result)
        assert result == "pass"
        asked = ["rspamc", "-h", "127.0.0.1:11333", "-i", address, "--helo", hello, "-F", sender, file]
        symbols = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        for symbol in SYMBOLS:
            assert "Symbol: " + symbol + " " in symbols, symbols
        print("out: rspamd", *SYMBOLS)


{"send": send, "judge": judge, "serve": serve, "verify": verify}[sys.argv[1]]()
