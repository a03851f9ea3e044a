package dev.agentmailbox.server.spam;

import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SpamEngine;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries rspamd with {@code POST /checkv2}: the raw message, and the envelope in header fields,
 * with one deadline for the exchange. After a failure it is skipped for a while, so that mail does
 * not keep waiting for it. Thread safe.
 */
public final class Rspamd implements SpamEngine {
  private static final Logger LOG = LoggerFactory.getLogger(Rspamd.class);

  /** Deadline from connecting to the last byte of the response. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Pause after a failure. */
  static final Duration REST = Duration.ofSeconds(30);

  private static final int MAX_ANSWER_BYTES = 1024 * 1024;

  private final URI check;
  private final Clock clock;
  private final Duration limit;
  private final OutgoingHttp http = OutgoingHttp.toAnywhere();
  private final AtomicReference<Instant> restsUntil = new AtomicReference<>(Instant.MIN);

  /**
   * Creates a client.
   *
   * @param url URL of its normal worker, without a trailing slash
   */
  public static Rspamd at(URI url, Clock clock) {
    return new Rspamd(url, clock, LIMIT);
  }

  Rspamd(URI url, Clock clock, Duration limit) {
    this.check = URI.create(url + "/checkv2");
    this.clock = clock;
    this.limit = limit;
  }

  @Override
  public Verdict judge(Screening.Mail mail) {
    Instant now = clock.instant();
    if (now.isBefore(restsUntil.get())) {
      return Verdict.UNKNOWN;
    }
    try {
      return ask(mail);
    } catch (IOException | RuntimeException e) {
      restsUntil.set(clock.instant().plus(REST));
      LOG.warn(
          "rspamd failed and is skipped for {} s: {}", REST.toSeconds(), e.getClass().getName());
      return Verdict.UNKNOWN;
    }
  }

  private Verdict ask(Screening.Mail mail) throws IOException {
    HttpPost post = new HttpPost(check);
    envelope(post, mail.envelope());
    try (InputStream bytes = mail.content().bytes()) {
      long size = mail.content().raw().size();
      post.setEntity(new InputStreamEntity(bytes, size, ContentType.APPLICATION_OCTET_STREAM));
      OutgoingHttp.Reply reply = http.exchange(post, limit, MAX_ANSWER_BYTES);
      if (reply.status() != HttpStatus.SC_OK) {
        throw new IOException("status " + reply.status());
      }
      return RspamdAnswer.verdict(reply.body());
    }
  }

  private static void envelope(HttpPost post, Envelope envelope) {
    add(post, "From", envelope.returnPath());
    envelope.recipients().forEach(recipient -> add(post, "Rcpt", recipient));
    add(post, "Helo", envelope.helo());
    add(post, "IP", envelope.remoteAddress());
  }

  /** Header fields are ASCII only; other values are omitted. */
  private static void add(HttpPost post, String name, @Nullable String value) {
    boolean plain = value != null && value.chars().allMatch(c -> c > ' ' && c < 0x7f);
    if (plain) {
      post.addHeader(name, value);
    }
  }
}
