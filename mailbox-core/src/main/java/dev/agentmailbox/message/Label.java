package dev.agentmailbox.message;

import java.util.Set;
import java.util.regex.Pattern;

/** System labels and the rules for custom labels (specification, Labels). */
public final class Label {
  public static final String RECEIVED = "received";
  public static final String SENT = "sent";
  public static final String UNREAD = "unread";
  public static final String IMPORTANT = "important";
  public static final String DRAFT = "draft";
  public static final String HELD = "held";
  public static final String SPAM = "spam";
  public static final String BLOCKED = "blocked";
  public static final String TRASH = "trash";
  public static final int MAX_CHARACTERS = 64;

  /** Most labels per message. */
  public static final int MAX_PER_MESSAGE = 50;

  // spec SystemLabels.1, SystemLabels.2, SystemLabels.5, SystemLabels.6, SystemLabels.7
  // spec SystemLabels.8, SystemLabels.9
  private static final Set<String> SYSTEM =
      Set.of(RECEIVED, SENT, DRAFT, HELD, SPAM, BLOCKED, TRASH);
  // spec Labels.2, Sizes.8
  private static final Pattern SHAPE = Pattern.compile("[a-z0-9\\-_./]{1,64}");

  private Label() {}

  /** Whether the text is a well-formed label. */
  public static boolean isValid(String label) {
    return SHAPE.matcher(label).matches();
  }

  /** Whether the label is reserved to the service. */
  public static boolean isSystem(String label) {
    return SYSTEM.contains(label);
  }
}
