package dev.agentmailbox.store.jdbc.content;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a response body. The rest is not read, so that the server cannot make us exhaust
 * memory.
 */
final class LimitedBody implements BodySubscriber<byte[]> {
  private final int max;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  /**
   * Creates a buffer.
   *
   * @param max maximum bytes; longer bodies are truncated
   */
  LimitedBody(int max) {
    this.max = max;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] some = new byte[Math.min(buffer.remaining(), max - kept.size())];
      buffer.get(some);
      kept.writeBytes(some);
    }
    if (kept.size() == max && body.complete(kept.toByteArray()) && subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    body.complete(kept.toByteArray());
  }
}
