package dev.agentmailbox.http.token;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Download links: signed, valid for an hour without a key. Thread safe. */
public final class DownloadLinks {
  /** Validity of a link. */
  public static final Duration LIFE = Duration.ofHours(1);

  private static final String SEPARATOR = "\n";

  private final TokenCodec codec;
  private final Clock clock;
  private final String baseUrl;

  /**
   * Creates links below a base URL.
   *
   * @param baseUrl URL of the service without a trailing slash
   */
  public DownloadLinks(TokenCodec codec, Clock clock, String baseUrl) {
    this.codec = codec;
    this.clock = clock;
    this.baseUrl = baseUrl;
  }

  /**
   * A link.
   *
   * @param expiresAt when it expires
   */
  public record Link(String url, Instant expiresAt) {
    /** Omits the URL, which grants access to the file. */
    @Override
    public String toString() {
      return "Link[" + expiresAt + "]";
    }
  }

  /** Creates a link to an object identified by names, for example inbox, message and attachment. */
  public Link make(List<String> names) {
    Instant expiresAt = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(LIFE);
    byte[] text = String.join(SEPARATOR, names).getBytes(StandardCharsets.UTF_8);
    byte[] position =
        ByteBuffer.allocate(Long.BYTES + text.length)
            .putLong(expiresAt.toEpochMilli())
            .put(text)
            .array();
    String token = codec.seal(TokenKind.DOWNLOAD, position, Binding.NONE);
    return new Link(baseUrl + "/v0/downloads/" + token, expiresAt);
  }

  /**
   * The names in a link.
   *
   * @throws MailboxException {@code invalid_request}, or {@code gone} when it has expired
   */
  public List<String> open(String token) {
    byte[] position = codec.open(TokenKind.DOWNLOAD, token, Binding.NONE);
    if (position.length < Long.BYTES) {
      throw TokenCodec.refusal(TokenKind.DOWNLOAD);
    }
    long expiresAt = ByteBuffer.wrap(position).getLong();
    if (clock.millis() >= expiresAt) {
      throw MailboxException.of(ErrorCode.GONE, "the download link has expired");
    }
    String text =
        new String(position, Long.BYTES, position.length - Long.BYTES, StandardCharsets.UTF_8);
    return List.of(text.split(SEPARATOR, -1));
  }
}
