package dev.agentmailbox.account;

import org.jspecify.annotations.Nullable;

/**
 * Answers on a waitlist application. Each text but the note is one of the specification's choices,
 * or free text of at most {@link #MAX_FRAMEWORK_CHARACTERS}.
 */
public record WaitlistAnswers(
    String useCase,
    @Nullable String monthlyVolume,
    @Nullable String industry,
    @Nullable String framework,
    @Nullable Boolean usesOther,
    @Nullable String note) {
  public static final int MAX_FRAMEWORK_CHARACTERS = 64;
  public static final int MAX_NOTE_CHARACTERS = 280;

  /** Without optional answers. */
  public static final WaitlistAnswers NONE =
      new WaitlistAnswers("other", null, null, null, null, null);

  /** Omits the answers. */
  @Override
  public String toString() {
    return "WaitlistAnswers[" + useCase + "]";
  }
}
