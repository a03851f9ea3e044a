package dev.agentmailbox.server.spam;

import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SpamEngine;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks rspamd with {@code POST /checkv2}, the message as it came and the envelope in header fields.
 * One deadline for the whole exchange. After an exchange that failed it is left alone for a while,
 * so that mail does not wait for it again and again. Thread safe.
 */
public final class Rspamd implements SpamEngine {
  private static final Logger log = LoggerFactory.getLogger(Rspamd.class);

  /** From connecting to the last byte of the answer. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** How long it is not asked after it failed. */
  static final Duration REST = Duration.ofSeconds(30);

  private static final int MAX_CONNECTIONS = 32;
  private static final int MAX_ANSWER_BYTES = 1024 * 1024;

  private final URI check;
  private final Clock clock;
  private final Duration limit;
  private final CloseableHttpClient client = client();
  private final AtomicReference<Instant> restsUntil = new AtomicReference<>(Instant.MIN);
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "rspamd-deadline");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Asks this one.
   *
   * @param url of its normal worker, without a slash at the end
   */
  public static Rspamd at(URI url, Clock clock) {
    return new Rspamd(url, clock, LIMIT);
  }

  Rspamd(URI url, Clock clock, Duration limit) {
    this.check = URI.create(url + "/checkv2");
    this.clock = clock;
    this.limit = limit;
  }

  private static CloseableHttpClient client() {
    Timeout patience = Timeout.ofMilliseconds(LIMIT.toMillis());
    return HttpClients.custom()
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(patience)
                        .setSocketTimeout(patience)
                        .build())
                .build())
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setRedirectsEnabled(false)
                .setConnectionRequestTimeout(patience)
                .setResponseTimeout(patience)
                .build())
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableCookieManagement()
        .disableContentCompression()
        .build();
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
      log.warn(
          "rspamd gave no verdict and is not asked for {} s: {}",
          REST.toSeconds(),
          e.getClass().getName());
      return Verdict.UNKNOWN;
    }
  }

  private Verdict ask(Screening.Mail mail) throws IOException {
    HttpPost post = new HttpPost(check);
    envelope(post, mail.envelope());
    post.setEntity(
        new InputStreamEntity(
            mail.raw().open(), mail.raw().size(), ContentType.APPLICATION_OCTET_STREAM));
    ScheduledFuture<?> deadline =
        deadlines.schedule(() -> post.abort(), limit.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return client.execute(post, Rspamd::verdict);
    } finally {
      deadline.cancel(false);
    }
  }

  private static void envelope(HttpPost post, Envelope envelope) {
    add(post, "From", envelope.sender());
    envelope.recipients().forEach(recipient -> add(post, "Rcpt", recipient));
    add(post, "Helo", envelope.helo());
    add(post, "IP", envelope.remoteAddress());
  }

  /** What is no plain ASCII cannot stand in a header field and is left out. */
  private static void add(HttpPost post, String name, @Nullable String value) {
    boolean plain = value != null && value.chars().allMatch(c -> c > ' ' && c < 0x7f);
    if (plain) {
      post.addHeader(name, value);
    }
  }

  private static Verdict verdict(ClassicHttpResponse response) throws IOException {
    if (response.getCode() != HttpStatus.SC_OK || response.getEntity() == null) {
      throw new IOException("status " + response.getCode());
    }
    return RspamdAnswer.verdict(response.getEntity().getContent().readNBytes(MAX_ANSWER_BYTES));
  }
}
