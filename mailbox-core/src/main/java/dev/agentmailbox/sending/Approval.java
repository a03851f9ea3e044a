package dev.agentmailbox.sending;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A human's decision about one send, bound to its exact bytes.
 *
 * @param id {@code apr_…}
 * @param contentHash SHA-256 of the composed message the decision is about
 */
public record Approval(
    String id,
    String sendId,
    String organizationId,
    String podId,
    String inboxId,
    @Nullable String threadId,
    Status status,
    List<String> flags,
    String contentHash,
    Instant requestedAt,
    Instant expiresAt,
    @Nullable Instant decidedAt,
    @Nullable String decidedBy,
    @Nullable String note) {
  public Approval {
    flags = List.copyOf(flags);
  }

  /**
   * The same approval with its end.
   *
   * @param by who decided; null when time did
   */
  public Approval end(Status status, @Nullable String by, @Nullable String words, Instant now) {
    return new Approval(
        id,
        sendId,
        organizationId,
        podId,
        inboxId,
        threadId,
        status,
        flags,
        contentHash,
        requestedAt,
        expiresAt,
        now,
        by,
        words);
  }

  /** Where a decision stands. */
  public enum Status {
    PENDING,
    APPROVED,
    REJECTED,
    CANCELLED,
    EXPIRED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
