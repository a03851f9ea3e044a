package dev.agentmailbox.http.api.event;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.sending.BlockReason;
import dev.agentmailbox.sending.WaitReason;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes the members of {@code data} of an event, with their meaning and values. */
final class EventData {
  private EventData() {}

  /** All of it, in Markdown. */
  static String description() {
    StringBuilder text = new StringBuilder("By `event_type`; never a subject, body or file name.");
    for (EventType type : EventType.values()) {
      text.append("\n* `").append(type.wireName()).append("`: ");
      text.append(
          type.members().isEmpty()
              ? "nothing more"
              : code(type.members().stream().map(EventMember::wireName)));
    }
    text.append("\n\nThe fields:\n");
    for (EventMember member : EventMember.values()) {
      text.append("\n* `").append(member.wireName()).append("`: ").append(meaning(member));
    }
    return text.toString();
  }

  private static String meaning(EventMember member) {
    return switch (member) {
      case WAKE ->
          "In every event: whether it should start the agent; false for spam, blocked, held and"
              + " automatic mail and for label changes.";
      case FROM -> "Address of the author.";
      case LABELS -> "Labels of the message.";
      case HELD -> "Whether the message waits for a human.";
      case CLASSIFICATION ->
          "One of " + code(Stream.of(Classification.values()).map(Classification::wireName)) + ".";
      case REASONS ->
          "Of `message.held`: %s. Of `send.blocked`: %s."
              .formatted(
                  code(Stream.concat(Policy.HOLD_REASONS.stream(), Policy.ALWAYS_HELD.stream())),
                  code(Stream.of(BlockReason.values()).map(BlockReason::wireName)));
      case SEND_ID -> "The send; absent in `send.blocked` when a request was refused at once.";
      case RECIPIENTS -> "Addresses that the message was sent to.";
      case RECIPIENT -> "Address of the recipient.";
      case BOUNCE_TYPE -> "`permanent` or `transient`.";
      case STATUS -> "Enhanced status code (RFC 3463), or the SMTP reply code.";
      case REASON ->
          ("Of `message.rejected`: reply of the next hop. Of `send.deferred`: %s. Of"
                  + " `org.suspended`: `human`, `message.bounced` or `message.complained`.")
              .formatted(code(Stream.of(WaitReason.values()).map(WaitReason::wireName)));
      case DRAFT_ID -> "The draft that was sent.";
      case APPROVAL_ID -> "The approval.";
      case FLAGS -> "Risk flags: " + code(Policy.APPROVAL_FLAGS.stream()) + ".";
      case DECISION -> "`approved`, `rejected` or `expired`.";
      case EDITED -> "Whether a human changed the message before approving it.";
      case RETURNED ->
          "Whether it was rejected with a request to change it; the note of the approval says how.";
      case LABEL -> "The label added or removed.";
      case DATE -> "The day, UTC.";
      case COUNTS -> "Events of the day by type.";
      case NOTE -> "Text of the human; absent when there was none.";
    };
  }

  private static String code(Stream<String> words) {
    return words.map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }
}
