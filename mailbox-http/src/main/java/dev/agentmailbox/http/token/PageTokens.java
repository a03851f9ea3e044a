package dev.agentmailbox.http.token;

import dev.agentmailbox.page.PagePosition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Page tokens: the position at which a list continues. Thread safe. */
public final class PageTokens {
  private final TokenCodec codec;

  public PageTokens(TokenCodec codec) {
    this.codec = codec;
  }

  /** The token of the page after that position. */
  public String seal(PagePosition position, Binding binding) {
    byte[] id = position.id().getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(Long.BYTES + id.length)
            .putLong(position.time().toEpochMilli())
            .put(id)
            .array();
    return codec.seal(TokenKind.PAGE, bytes, binding);
  }

  /**
   * The position in a token.
   *
   * @throws dev.agentmailbox.error.MailboxException {@code invalid_request}
   */
  public PagePosition open(String token, Binding binding) {
    byte[] bytes = codec.open(TokenKind.PAGE, token, binding);
    if (bytes.length < Long.BYTES) {
      throw TokenCodec.refusal(TokenKind.PAGE);
    }
    Instant time = Instant.ofEpochMilli(ByteBuffer.wrap(bytes).getLong());
    int idBytes = bytes.length - Long.BYTES;
    return new PagePosition(time, new String(bytes, Long.BYTES, idBytes, StandardCharsets.UTF_8));
  }
}
