package dev.agentmailbox.server.spam;

import dev.agentmailbox.port.InstructionDetector;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks a detector of prompt injection with {@code POST {"text": …}}, which answers {@code
 * {"flagged": true}} or {@code false}, with one deadline for the exchange. After a failure it is
 * skipped for a while, so that mail does not keep waiting for it. Thread safe.
 */
public final class HttpDetector implements InstructionDetector {
  private static final Logger LOG = LoggerFactory.getLogger(HttpDetector.class);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Deadline from connecting to the last byte of the response. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Pause after a failure. */
  static final Duration REST = Duration.ofSeconds(30);

  private static final int MAX_ANSWER_BYTES = 64 * 1024;

  private final URI url;
  private final boolean suspectsOnFailure;
  private final Clock clock;
  private final Duration limit;
  private final OutgoingHttp http = OutgoingHttp.toAnywhere();
  private final AtomicReference<Instant> restsUntil = new AtomicReference<>(Instant.MIN);

  /**
   * Creates a client.
   *
   * @param suspectsOnFailure whether mail is suspected while the detector does not answer
   */
  public static HttpDetector at(URI url, boolean suspectsOnFailure, Clock clock) {
    return new HttpDetector(url, suspectsOnFailure, clock, LIMIT);
  }

  HttpDetector(URI url, boolean suspectsOnFailure, Clock clock, Duration limit) {
    this.url = url;
    this.suspectsOnFailure = suspectsOnFailure;
    this.clock = clock;
    this.limit = limit;
  }

  @Override
  public boolean suspects(String text) {
    if (clock.instant().isBefore(restsUntil.get())) {
      return suspectsOnFailure;
    }
    try {
      return ask(text);
    } catch (IOException | RuntimeException e) {
      restsUntil.set(clock.instant().plus(REST));
      LOG.warn(
          "the detector of instructions failed and is skipped for {} s ({}); mail is {} meanwhile",
          REST.toSeconds(),
          e.getClass().getName(),
          suspectsOnFailure ? "held" : "accepted");
      return suspectsOnFailure;
    }
  }

  private boolean ask(String text) throws IOException {
    HttpPost post = new HttpPost(url);
    byte[] body = JSON.writeValueAsString(Map.of("text", text)).getBytes(StandardCharsets.UTF_8);
    post.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
    OutgoingHttp.Reply reply = http.exchange(post, limit, MAX_ANSWER_BYTES);
    if (reply.status() != HttpStatus.SC_OK) {
      throw new IOException("status " + reply.status());
    }
    JsonNode flagged = flagged(reply.body());
    if (!flagged.isBoolean()) {
      throw new IOException("no boolean member flagged");
    }
    return flagged.booleanValue();
  }

  private static JsonNode flagged(byte[] answer) throws IOException {
    try {
      return JSON.readTree(answer).path("flagged");
    } catch (JacksonException e) {
      throw new IOException("no JSON", e);
    }
  }
}
