package dev.agentmailbox.service.message;

import dev.agentmailbox.message.Hidden;
import java.util.List;
import java.util.Set;

/** Filters of messages with one condition. */
final class MessageFilters {
  private MessageFilters() {}

  /** Messages with all of these labels. */
  static MessageFilter labelled(String... labels) {
    return new MessageFilter(
        List.of(labels), Set.of(), null, null, List.of(), List.of(), List.of());
  }

  /** Messages of these hidden kinds as well. */
  static MessageFilter including(Hidden... hidden) {
    return new MessageFilter(
        List.of(), Set.of(hidden), null, null, List.of(), List.of(), List.of());
  }
}
