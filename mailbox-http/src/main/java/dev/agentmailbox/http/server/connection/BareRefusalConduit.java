package dev.agentmailbox.http.server.connection;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.AbstractStreamSinkConduit;
import org.xnio.conduits.StreamSinkConduit;

/**
 * Adds a problem document to errors that Undertow writes before any handler runs: for an
 * unparseable request it writes a 400 without a body directly to the connection. That happens only
 * between exchanges; during an exchange, writes pass unchanged.
 *
 * <p>Once the I/O threads are stopping, Undertow writes the same 400 for any request, because it
 * cannot schedule the time limit of its head. The client gets a 503 and may repeat the request.
 *
 * <p>Belongs to one connection; writes come from one thread at a time.
 */
final class BareRefusalConduit extends AbstractStreamSinkConduit<StreamSinkConduit> {
  private static final byte[] BAD_REQUEST = "HTTP/1.1 400 ".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_BARE_BYTES = 1024;

  private final BareProblem problems;
  private final BooleanSupplier stopping;
  private volatile boolean inExchange;
  private @Nullable ByteBuffer replacement;

  BareRefusalConduit(StreamSinkConduit next, BareProblem problems, BooleanSupplier stopping) {
    super(next);
    this.problems = problems;
    this.stopping = stopping;
  }

  /** An exchange has started: what follows is its response. */
  void beginExchange() {
    inExchange = true;
  }

  /** The response is complete. */
  void endExchange() {
    inExchange = false;
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

  /** Writes the replacement; the original counts as written once it is complete. */
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

  private boolean isBareRefusal(ByteBuffer source) {
    int length = source.remaining();
    if (inExchange || length < BAD_REQUEST.length || length > MAX_BARE_BYTES) {
      return false;
    }
    for (int i = 0; i < BAD_REQUEST.length; i++) {
      if (source.get(source.position() + i) != BAD_REQUEST[i]) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer problem() {
    if (stopping.getAsBoolean()) {
      return problems.answer(
          MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the service is stopping"),
          "Service Unavailable");
    }
    return problems.answer(
        MailboxException.of(ErrorCode.INVALID_REQUEST, "the request is not valid HTTP/1.1"),
        "Bad Request");
  }
}
