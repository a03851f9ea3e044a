package dev.agentmailbox.http.server;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.problem.Problem;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.id.IdPrefix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.StreamSinkConduit;

/**
 * Gives the refusals that Undertow writes itself, before any handler, our problem document: of a
 * request that cannot be parsed it writes a 400 without a body, straight to the connection. Such a
 * refusal is told from our answers by the header that all of ours carry.
 *
 * <p>Belongs to one connection; writes come from one thread at a time.
 */
final class BareRefusalConduit extends AbstractStreamSinkConduit<StreamSinkConduit> {
  private static final byte[] BAD_REQUEST = "HTTP/1.1 400 ".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_BARE_BYTES = 1024;

  private final IdFactory ids;
  private final String docsUrl;
  private @Nullable ByteBuffer replacement;

  BareRefusalConduit(StreamSinkConduit next, IdFactory ids, String docsUrl) {
    super(next);
    this.ids = ids;
    this.docsUrl = docsUrl;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    if (replacement == null) {
      if (!isBareRefusal(source)) {
        return super.write(source);
      }
      replacement = problem();
    }
    return replace(source);
  }

  @Override
  public int writeFinal(ByteBuffer source) throws IOException {
    if (replacement == null && !isBareRefusal(source)) {
      return super.writeFinal(source);
    }
    int written = write(source);
    if (!source.hasRemaining()) {
      terminateWrites();
    }
    return written;
  }

  /** Writes ours; the original counts as written once all of ours is. */
  private int replace(ByteBuffer source) throws IOException {
    ByteBuffer ours = replacement;
    while (ours != null && ours.hasRemaining()) {
      if (next.write(ours) == 0) {
        return 0;
      }
    }
    replacement = null;
    int written = source.remaining();
    source.position(source.limit());
    return written;
  }

  private static boolean isBareRefusal(ByteBuffer source) {
    int length = source.remaining();
    if (length < BAD_REQUEST.length || length > MAX_BARE_BYTES) {
      return false;
    }
    for (int i = 0; i < BAD_REQUEST.length; i++) {
      if (source.get(source.position() + i) != BAD_REQUEST[i]) {
        return false;
      }
    }
    byte[] bytes = new byte[length];
    source.duplicate().get(bytes);
    String head = new String(bytes, StandardCharsets.ISO_8859_1);
    return !head.contains(Answers.REQUEST_ID.toString());
  }

  private ByteBuffer problem() {
    String requestId = ids.next(IdPrefix.REQUEST);
    MailboxException refusal =
        MailboxException.of(ErrorCode.INVALID_REQUEST, "the request is not valid HTTP/1.1");
    byte[] body = new Problem(refusal, docsUrl, "/", requestId).toJson();
    String head =
        "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: "
            + Problem.CONTENT_TYPE
            + "\r\nContent-Length: "
            + body.length
            + "\r\nCache-Control: no-store\r\nx-request-id: "
            + requestId
            + "\r\n\r\n";
    byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(headBytes.length + body.length).put(headBytes).put(body).flip();
  }
}
