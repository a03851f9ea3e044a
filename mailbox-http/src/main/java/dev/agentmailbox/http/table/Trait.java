package dev.agentmailbox.http.table;

/** What sets an operation apart from others. */
public enum Trait {
  /** Not documented. */
  HIDDEN,

  /** Only the console calls it: without a session it is charged to the console's rate limit. */
  OF_CONSOLE,

  /** Signed-in humans may call it who are not active or belong to no organization. */
  OPEN_TO_EVERY_HUMAN,

  /** A sign-up key may call it before its inbox is claimed. */
  OPEN_BEFORE_CLAIM,

  /** Humans change something by it without a recent step-up. */
  WITHOUT_STEP_UP,

  /** {@code Idempotency-Key} is required. Every other POST accepts one. */
  REQUIRES_IDEMPOTENCY_KEY,

  /** A POST without effects, whose response need not be stored. */
  WITHOUT_IDEMPOTENCY,

  /** Unknown query parameters are ignored, as on the WebSocket paths. */
  IGNORES_UNKNOWN_QUERY,

  /**
   * It has no body and its handler never blocks: it runs on the I/O thread, so it responds even
   * when all workers are busy.
   */
  ANSWERED_AT_ONCE,

  /**
   * The handler parses the body: {@link Request#bodyJson} then holds its bytes. Takes no
   * idempotency key.
   */
  RAW_BODY,

  /** The handler has checks that precede the validation, see {@link Request#validatedBody}. */
  VALIDATES_BODY_LATER
}
