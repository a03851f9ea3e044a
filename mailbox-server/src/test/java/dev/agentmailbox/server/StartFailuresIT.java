package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.tls.TestCertificate;
import dev.agentmailbox.server.tls.TlsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A start that fails says in one line which setting is wrong, and why. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class StartFailuresIT {
  private static final String PREFIX = "mailbox-server cannot start: ";
  private static final String SECRET = "hunter2";

  @TempDir static Path files;
  @AutoClose private static ServerSocket taken;
  private static TlsFiles pair;
  private static TlsFiles otherPair;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void prepare() throws Exception {
    taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    pair = TestCertificate.make(files, "EC").files();
    otherPair = TestCertificate.make(files, "EC").files();
    Files.writeString(files.resolve("garbage"), "one\n");
  }

  private int start(List<String> settings) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("mailbox.data.dir=" + directory.resolve("data"));
    lines.add("mailbox.http.port=0");
    lines.add("mailbox.smtp.port=0");
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      String name = setting.substring(0, equals).toLowerCase(Locale.ROOT).replace('_', '.');
      lines.removeIf(line -> line.startsWith(name + "="));
      lines.add(name + setting.substring(equals));
    }
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, lines);
    return new CommandLine(new Main())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("--config", file.toString());
  }

  private String filled(String text) {
    return text.replace("<taken>", Integer.toString(taken.getLocalPort()))
        .replace("<chain>", pair.certificateChain().toString())
        .replace("<other-key>", otherPair.privateKey().toString())
        .replace("<key>", pair.privateKey().toString())
        .replace("<files>", files.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MAILBOX_HTTP_HOST=nowhere.invalid| MAILBOX_HTTP_HOST: nowhere.invalid is not an address",
        "MAILBOX_HTTP_HOST=192.0.2.1| MAILBOX_HTTP_HOST: cannot listen on 192.0.2.1:0",
        "MAILBOX_HTTP_PORT=<taken>| MAILBOX_HTTP_PORT: cannot listen on 127.0.0.1:<taken>: Address",
        "MAILBOX_HTTP_PORT=70000| MAILBOX_HTTP_PORT must be from 0 to 65535",
        "MAILBOX_HTTP_PORT=eighty| MAILBOX_HTTP_PORT must be a whole number",
        "MAILBOX_HTTP_CONNECTIONS_PER_ADDRESS=0| MAILBOX_HTTP_CONNECTIONS_PER_ADDRESS must be",
        "MAILBOX_METRICS_PORT=<taken>| MAILBOX_METRICS_PORT: cannot listen on 127.0.0.1:<taken>",
        "MAILBOX_METRICS_PORT=7001;MAILBOX_HTTP_PORT=7001| MAILBOX_METRICS_PORT must not be",
        "MAILBOX_SMTP_HOST=nowhere.invalid| MAILBOX_SMTP_HOST: nowhere.invalid is not an address",
        "MAILBOX_SMTP_HOST=192.0.2.1| MAILBOX_SMTP_HOST: cannot listen on 192.0.2.1:0",
        "MAILBOX_SMTP_PORT=<taken>| MAILBOX_SMTP_PORT: cannot listen on 127.0.0.1:<taken>: Address",
        "MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS=501| MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS must be",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<chain>| MAILBOX_SMTP_TLS_KEY must be set together",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<files>/none;MAILBOX_SMTP_TLS_KEY=<key>"
            + "| MAILBOX_SMTP_TLS_CERTIFICATE: <files>/none does not exist",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<files>/garbage;MAILBOX_SMTP_TLS_KEY=<key>"
            + "| MAILBOX_SMTP_TLS_CERTIFICATE: <files>/garbage has no certificate",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<files>;MAILBOX_SMTP_TLS_KEY=<key>"
            + "| MAILBOX_SMTP_TLS_CERTIFICATE: ",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<chain>;MAILBOX_SMTP_TLS_KEY=<files>/none"
            + "| MAILBOX_SMTP_TLS_KEY: <files>/none does not exist",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<chain>;MAILBOX_SMTP_TLS_KEY=<files>/garbage"
            + "| MAILBOX_SMTP_TLS_KEY: <files>/garbage has no unencrypted PKCS #8 key",
        "MAILBOX_SMTP_TLS_CERTIFICATE=<chain>;MAILBOX_SMTP_TLS_KEY=<other-key>"
            + "| MAILBOX_SMTP_TLS_KEY: <other-key> is not the key of the certificate",
        "MAILBOX_HTTP_TLS_KEY=<key>| MAILBOX_HTTP_TLS_KEY must be set together",
        "MAILBOX_HTTP_TLS_CERTIFICATE=<files>/none;MAILBOX_HTTP_TLS_KEY=<key>"
            + "| MAILBOX_HTTP_TLS_CERTIFICATE: <files>/none does not exist",
        "MAILBOX_HTTP_TLS_CERTIFICATE=<chain>;MAILBOX_HTTP_TLS_KEY=<files>/none"
            + "| MAILBOX_HTTP_TLS_KEY: <files>/none does not exist",
        "MAILBOX_LOG_FORMAT=xml| MAILBOX_LOG_FORMAT must be json or text",
        "MAILBOX_AUTHENTICATION=maybe| MAILBOX_AUTHENTICATION must be on or off",
        "MAILBOX_DNS_SERVERS=dns.example| MAILBOX_DNS_SERVERS must be IP addresses",
        "MAILBOX_FEEDBACK_SOURCES=not a domain| MAILBOX_FEEDBACK_SOURCES must be",
        "MAILBOX_RSPAMD_URL=rspamd:11333| MAILBOX_RSPAMD_URL must be an http or https address",
        "MAILBOX_TRUSTED_RELAYS=relay.example| MAILBOX_TRUSTED_RELAYS must be IP",
        "MAILBOX_TRUSTED_PROXIES=10.0.0.0/x| MAILBOX_TRUSTED_PROXIES must be IP",
        "MAILBOX_TRUSTED_PROXIES=10.0.0.0/33| MAILBOX_TRUSTED_PROXIES must be IP",
        "MAILBOX_DATA_DIR=<files>/garbage| MAILBOX_DATA_DIR: the data directory",
        "MAILBOX_DATA_DIR=<files>/garbage/in| MAILBOX_DATA_DIR: the data directory",
        "MAILBOX_DATA_DIR=/proc/none| MAILBOX_DATA_DIR: the data directory cannot be created:"
            + " /proc/none",
        "MAILBOX_DATA_DIR=a\\u0000b| MAILBOX_DATA_DIR must be a path",
        "MAILBOX_DISK_RESERVE=-1| MAILBOX_DISK_RESERVE must be from 0",
        "MAILBOX_DATABASE_URL=mysql://u:hunter2@127.0.0.1/x| MAILBOX_DATABASE_URL must be"
            + " postgresql",
        "MAILBOX_DATABASE_URL=postgresql://u:hunter2@127.0.0.1:1/x"
            + "| MAILBOX_DATABASE_URL: the PostgreSQL database 127.0.0.1:1/x cannot be reached",
        "MAILBOX_CONTENT=database| MAILBOX_CONTENT needs MAILBOX_DATABASE_URL",
        "MAILBOX_CONTENT=directory:<files>/garbage;"
            + "MAILBOX_DATABASE_URL=postgresql://u:hunter2@127.0.0.1:1/x"
            + "| MAILBOX_CONTENT: the content directory <files>/garbage cannot be opened",
        "MAILBOX_CONTENT=s3:http://127.0.0.1:1/mail?region=x;MAILBOX_S3_ACCESS_KEY=a;"
            + "MAILBOX_S3_SECRET_KEY=hunter2;"
            + "MAILBOX_DATABASE_URL=postgresql://u:hunter2@127.0.0.1:1/x"
            + "| MAILBOX_CONTENT: the bucket",
        "MAILBOX_CONTENT=s3:http://127.0.0.1:1/mail?region=x;"
            + "MAILBOX_DATABASE_URL=postgresql://u:hunter2@127.0.0.1:1/x| MAILBOX_S3_ACCESS_KEY",
        "MAILBOX_DOMAIN=not a domain| MAILBOX_DOMAIN must be mail domains",
        "MAILBOX_RELAY_URL=smtp://u:hunter2@| MAILBOX_RELAY_URL: ",
        "MAILBOX_RELAY_URL=smtp://u:hunter2@h:99999| MAILBOX_RELAY_URL: ",
        "MAILBOX_RELAY_URL=smtp://u:hun%zzter2@h| MAILBOX_RELAY_URL: ",
        "MAILBOX_RELAY_URL=mx:?resolver=dns.example| MAILBOX_RELAY_URL: ",
        "MAILBOX_RELAY_URL=smtp://user@h:587| MAILBOX_RELAY_URL: the relay URL needs a password",
        "MAILBOX_RELAY_OAUTH_CLIENT_ID=x| MAILBOX_RELAY_OAUTH_TOKEN_URL is needed",
        "MAILBOX_RELAY_OAUTH_REFRESH_TOKEN=hunter2| MAILBOX_RELAY_OAUTH_TOKEN_URL is needed",
        "MAILBOX_RELAY_OAUTH_TOKEN_URL=https://t.example/| MAILBOX_RELAY_OAUTH_CLIENT_ID is needed",
        "MAILBOX_RELAY_OAUTH_TOKEN_URL=https://t.example/;MAILBOX_RELAY_OAUTH_CLIENT_ID=x"
            + "| MAILBOX_RELAY_OAUTH_CLIENT_SECRET or MAILBOX_RELAY_OAUTH_REFRESH_TOKEN is needed",
        "MAILBOX_RELAY_OAUTH_TOKEN_URL=http://t.example/;MAILBOX_RELAY_OAUTH_CLIENT_ID=x;"
            + "MAILBOX_RELAY_OAUTH_CLIENT_SECRET=hunter2"
            + "| MAILBOX_RELAY_OAUTH_TOKEN_URL must begin with https://",
        "MAILBOX_RELAY_OAUTH_TOKEN_URL=https://t.example/;MAILBOX_RELAY_OAUTH_CLIENT_ID=x;"
            + "MAILBOX_RELAY_OAUTH_CLIENT_SECRET=hunter2;MAILBOX_RELAY_URL=smtps://u:hunter2@h"
            + "| MAILBOX_RELAY_URL must have a user and no password",
        "MAILBOX_RELAY_OAUTH_TOKEN_URL=https://t.example/;MAILBOX_RELAY_OAUTH_CLIENT_ID=x;"
            + "MAILBOX_RELAY_OAUTH_CLIENT_SECRET=hunter2;MAILBOX_RELAY_URL=smtp://u@h"
            + "| MAILBOX_RELAY_URL must be smtps:// or end with ?tls=required",
        "MAILBOX_DELIVERY_HELLO_NAME=-x| MAILBOX_DELIVERY_HELLO_NAME must be a host name",
        "MAILBOX_DELIVERY_SOURCE_ADDRESS=a.example;MAILBOX_RELAY_URL=mx:"
            + "| MAILBOX_DELIVERY_SOURCE_ADDRESS must be IP addresses",
        "MAILBOX_DKIM_SELECTOR=UPPER| MAILBOX_DKIM_SELECTOR must be",
        "MAILBOX_DKIM_SELECTOR=other;MAILBOX_RELAY_URL=mx:| MAILBOX_DKIM_SELECTOR: there are no"
            + " keys",
        "MAILBOX_BASE_URL=localhost:8080| MAILBOX_BASE_URL must be an http or https address",
        "MAILBOX_BASE_URL=http://localhost/mail| MAILBOX_BASE_URL must have no path",
        "MAILBOX_APP_URL=ftp://x| MAILBOX_APP_URL must be an http or https address",
        "MAILBOX_DOCS_URL=http://x/?q| MAILBOX_DOCS_URL must be an http or https address",
        "MAILBOX_SERVICE_NAME=a\\nb| MAILBOX_SERVICE_NAME must have at most 64 characters",
        "MAILBOX_INVITE_PREFIX=x| MAILBOX_INVITE_PREFIX must be 2 to 8",
        "MAILBOX_OWNER_EMAIL=owner| MAILBOX_OWNER_EMAIL must be an e-mail address",
        "MAILBOX_BOOTSTRAP_API_KEY=hunter2| MAILBOX_BOOTSTRAP_API_KEY must be sk_",
        "MAILBOX_SIGNUP_MODE=closed| MAILBOX_SIGNUP_MODE must be waitlist",
        "MAILBOX_MASTER_KEY=hunter2| MAILBOX_MASTER_KEY must be base64 of 32 bytes",
        "MAILBOX_NETWORK_OPERATORS=<files>/none| MAILBOX_NETWORK_OPERATORS: <files>/none does not"
            + " exist",
        "MAILBOX_NETWORK_OPERATORS=<files>/garbage| MAILBOX_NETWORK_OPERATORS: line 1",
        "MAILBOX_PLAN_INBOX_LIMIT=-1| MAILBOX_PLAN_INBOX_LIMIT must be from 0",
        "MAILBOX_PLAN_DAILY_RECIPIENTS=x| MAILBOX_PLAN_DAILY_RECIPIENTS must be a whole number",
        "MAILBOX_PLAN_API_CALLS_DAILY=x| MAILBOX_PLAN_API_CALLS_DAILY must be a whole number",
        "MAILBOX_RATE_PER_KEY=2147483648| MAILBOX_RATE_PER_KEY must be a whole number",
        "MAILBOX_RATE_PER_ADDRESS=-1| MAILBOX_RATE_PER_ADDRESS must be from 0",
        "MAILBOX_STEP_UP_SECONDS=86401| MAILBOX_STEP_UP_SECONDS must be from 1 to 86400",
        "MAILBOX_WEBHOOK_ALLOW_LOCAL=yes| MAILBOX_WEBHOOK_ALLOW_LOCAL must be true or false",
        "MAILBOX_NO_SUCH=1| unknown setting mailbox.no.such",
      })
  void a_setting_that_cannot_be_used_is_named_in_one_line(String settings, String words)
      throws IOException {
    int code = start(List.of(filled(settings).split(";")));
    String told = err.toString();
    assertEquals(2, code, told);
    assertTrue(told.startsWith(PREFIX), told);
    assertTrue(told.contains(filled(words)), told);
    assertEquals(1, told.lines().count(), told);
    assertFalse(told.contains(SECRET), "a secret was quoted");
    assertEquals("", out.toString());
  }

  @Test
  void a_configuration_file_that_is_missing_is_named_in_one_line() {
    Path missing = directory.resolve("none.properties");
    int code =
        new CommandLine(new Main())
            .setErr(new PrintWriter(err, true))
            .execute("--config", missing.toString());
    assertEquals(2, code);
    assertEquals(PREFIX + "cannot read the configuration file " + missing + "\n", err.toString());
  }
}
