package dev.agentmailbox.http.api.event;

import static dev.agentmailbox.event.EventType.*;

import dev.agentmailbox.account.Policy;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.sending.BlockReason;
import dev.agentmailbox.sending.WaitReason;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The members of {@code data} of an event by its type, with their meaning and values. */
final class EventData {
  private static final String SEND_ID = "send_id";
  private static final Map<EventType, Set<String>> MEMBERS = new EnumMap<>(EventType.class);
  private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

  static {
    members("from", "labels", "held", "classification")
        .of(MESSAGE_RECEIVED, MESSAGE_RECEIVED_SPAM, MESSAGE_RECEIVED_BLOCKED);
    members("from", "labels", "reasons").of(MESSAGE_HELD);
    members(SEND_ID, "recipients").of(MESSAGE_SENT);
    members(SEND_ID, "recipient").of(MESSAGE_DELIVERED, MESSAGE_COMPLAINED);
    members(SEND_ID, "recipient", "bounce_type", "status").of(MESSAGE_BOUNCED);
    members(SEND_ID, "recipient", "reason").of(MESSAGE_REJECTED);
    members(SEND_ID, "draft_id").of(DRAFT_SUBMITTED);
    members(SEND_ID, "approval_id", "flags").of(APPROVAL_REQUESTED);
    members(SEND_ID, "approval_id", "decision").of(APPROVAL_DECIDED);
    members(SEND_ID, "reasons").of(SEND_BLOCKED);
    members(SEND_ID).of(SEND_CANCELLED);
    members(SEND_ID, "reason").of(SEND_DEFERRED);
    members("label").of(LABEL_ADDED, LABEL_REMOVED);
    members("date", "counts").of(INBOX_DIGEST);
    members("reason", "note").of(ORG_SUSPENDED);
    members()
        .of(MESSAGE_RELEASED, THREAD_LOCKED, THREAD_UNLOCKED, INBOX_CREATED, INBOX_DELETED)
        .of(ORG_RESUMED);

    MEANINGS.put(
        "wake",
        "In every event: whether it should start the agent; false for spam, blocked, held and"
            + " automatic mail and for label changes.");
    MEANINGS.put("from", "Address of the author.");
    MEANINGS.put("labels", "Labels of the message.");
    MEANINGS.put("held", "Whether the message waits for a human.");
    MEANINGS.put("classification", words(Classification.values(), Classification::wireName));
    MEANINGS.put(
        "reasons",
        "Of `message.held`: %s. Of `send.blocked`: %s."
            .formatted(
                code(Stream.concat(Policy.HOLD_REASONS.stream(), Policy.ALWAYS_HELD.stream())),
                code(Stream.of(BlockReason.values()).map(BlockReason::wireName))));
    MEANINGS.put(SEND_ID, "The send; absent in `send.blocked` when a request was refused at once.");
    MEANINGS.put("recipients", "Addresses that the message was sent to.");
    MEANINGS.put("recipient", "Address of the recipient.");
    MEANINGS.put("bounce_type", "`permanent` or `transient`.");
    MEANINGS.put("status", "Enhanced status code (RFC 3463), or the SMTP reply code.");
    MEANINGS.put(
        "reason",
        ("Of `message.rejected`: reply of the next hop. Of `send.deferred`: %s. Of"
                + " `org.suspended`: `human`, `message.bounced` or `message.complained`.")
            .formatted(code(Stream.of(WaitReason.values()).map(WaitReason::wireName))));
    MEANINGS.put("draft_id", "The draft that was sent.");
    MEANINGS.put("approval_id", "The approval.");
    MEANINGS.put("flags", "Risk flags: " + code(Policy.APPROVAL_FLAGS.stream()) + ".");
    MEANINGS.put("decision", "`approved`, `rejected` or `expired`.");
    MEANINGS.put("label", "The label added or removed.");
    MEANINGS.put("date", "The day, UTC.");
    MEANINGS.put("counts", "Events of the day by type.");
    MEANINGS.put("note", "Text of the human; absent when there was none.");
  }

  private EventData() {}

  private record Row(Set<String> members) {
    Row of(EventType... types) {
      Stream.of(types).forEach(type -> MEMBERS.put(type, members));
      return this;
    }
  }

  private static Row members(String... names) {
    return new Row(Stream.of(names).collect(Collectors.toCollection(LinkedHashSet::new)));
  }

  /** The names of the members of that type, besides {@code wake}. */
  static Set<String> members(EventType type) {
    return MEMBERS.getOrDefault(type, Set.of());
  }

  /** All of it, in Markdown. */
  static String description() {
    StringBuilder text = new StringBuilder("By `event_type`; never a subject, body or file name.");
    MEMBERS.forEach(
        (type, members) ->
            text.append("\n* `")
                .append(type.wireName())
                .append("`: ")
                .append(members.isEmpty() ? "nothing more" : code(members.stream())));
    text.append("\n\nThe fields:\n");
    MEANINGS.forEach(
        (name, meaning) -> text.append("\n* `").append(name).append("`: ").append(meaning));
    return text.toString();
  }

  private static <T> String words(T[] values, Function<T, String> wireName) {
    return "One of " + code(Stream.of(values).map(wireName)) + ".";
  }

  private static String code(Stream<String> words) {
    return words.map(word -> "`" + word + "`").collect(Collectors.joining(", "));
  }
}
