package dev.agentmailbox.http.docs;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.sending.BlockReason;
import dev.agentmailbox.sending.SendNote;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Shapes of words that several answers use. */
public final class KnownValues {
  /** A risk flag of a message to be sent. */
  public static final Shape<String> RISK_FLAG =
      Shapes.choice(Policy.APPROVAL_FLAGS, Function.identity());

  /** A reason that a policy names for holding mail. */
  public static final Shape<String> POLICY_HOLD =
      Shapes.choice(Policy.HOLD_REASONS, Function.identity());

  /** Why a message is held. */
  public static final Shape<String> HOLD_REASON =
      Shapes.choice(
          Stream.concat(Policy.HOLD_REASONS.stream(), Policy.ALWAYS_HELD.stream()).toList(),
          Function.identity());

  /** Why the content check refuses a message. */
  public static final Shape<BlockReason> BLOCK_REASON =
      Shapes.choice(List.of(BlockReason.values()), BlockReason::wireName);

  /** A report about a sent message that changed nothing. */
  public static final Shape<SendNote> SEND_NOTE =
      Shapes.choice(List.of(SendNote.values()), SendNote::wireName);

  private KnownValues() {}
}
