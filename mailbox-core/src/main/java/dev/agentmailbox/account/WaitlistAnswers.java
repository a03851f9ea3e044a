package dev.agentmailbox.account;

import org.jspecify.annotations.Nullable;

/**
 * What somebody says who asks to be let in; every text but the note is one of the choices that the
 * specification names, or at most {@link #MAX_FRAMEWORK_CHARACTERS} long.
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

  /** Of a person who says nothing more. */
  public static final WaitlistAnswers NONE =
      new WaitlistAnswers("other", null, null, null, null, null);

  /** Says nothing of what somebody wrote. */
  @Override
  public String toString() {
    return "WaitlistAnswers[" + useCase + "]";
  }
}
