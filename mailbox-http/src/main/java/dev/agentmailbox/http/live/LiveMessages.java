package dev.agentmailbox.http.live;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.api.event.EventJson;
import dev.agentmailbox.http.problem.ProblemCatalog;
import dev.agentmailbox.http.server.StrictJson;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The JSON messages of live connections, in both directions. */
final class LiveMessages {
  private static final int MAX_IDS = 1_000;
  private static final Field<String> TYPE = Field.of("type", Shapes.choice("subscribe")).required();
  private static final Field<List<String>> INBOX_IDS =
      Field.of("inbox_ids", Shapes.list(Shapes.inboxId(), 0, MAX_IDS));
  private static final Field<List<String>> POD_IDS =
      Field.of("pod_ids", Shapes.list(Shapes.text(), 0, MAX_IDS));
  private static final Field<List<EventType>> EVENT_TYPES =
      Field.of(
          "event_types",
          Shapes.list(Shapes.choice(List.of(EventType.values()), EventType::wireName)));
  private static final Field<Boolean> INCLUDE_NON_WAKE =
      Field.of("include_non_wake", Shapes.flag()).orElse(false);
  private static final ObjectShape SUBSCRIBE =
      ObjectShape.closed("", List.of(TYPE, INBOX_IDS, POD_IDS, EVENT_TYPES, INCLUDE_NON_WAKE));

  private record Subscribed(Subscribe subscribe, String cursor) {}

  private static final View<Subscribed> SUBSCRIBED =
      View.<Subscribed>of("Subscribed")
          .text("type", sent -> "subscribed")
          .texts(
              "event_types",
              sent -> sent.subscribe().eventTypes().stream().map(EventType::wireName).toList())
          .texts("inbox_ids", sent -> sent.subscribe().inboxIds())
          .texts("pod_ids", sent -> sent.subscribe().podIds())
          .flag("include_non_wake", sent -> sent.subscribe().nonWake())
          .text("cursor", Subscribed::cursor)
          .build();
  private static final View<MailboxException> ERROR =
      View.<MailboxException>of("LiveError")
          .text("type", refusal -> "error")
          .text("name", refusal -> ProblemCatalog.of(refusal.code()).className())
          .text("code", refusal -> refusal.code().wireName())
          .text("message", LiveMessages::message)
          .build();

  private LiveMessages() {}

  /**
   * A subscription; an empty list matches everything in scope.
   *
   * @param nonWake whether to include events with wake false
   */
  record Subscribe(
      List<EventType> eventTypes, List<String> inboxIds, List<String> podIds, boolean nonWake) {
    static final Subscribe EVERYTHING = new Subscribe(List.of(), List.of(), List.of(), false);
  }

  /**
   * Parses a client message.
   *
   * @throws MailboxException {@code validation_error}
   */
  static Subscribe read(String message) {
    FieldProblems problems = new FieldProblems();
    JsonNode json = StrictJson.read(message.getBytes(StandardCharsets.UTF_8), problems);
    Input input = json == null ? null : SUBSCRIBE.read(json, "", problems);
    problems.refuseIfAny();
    if (input == null) {
      throw MailboxException.validation("body", "cannot be read");
    }
    return new Subscribe(
        input.find(EVENT_TYPES).orElse(List.of()),
        input.find(INBOX_IDS).orElse(List.of()),
        input.find(POD_IDS).orElse(List.of()),
        input.get(INCLUDE_NON_WAKE));
  }

  static byte[] event(Event event, String cursor) {
    return JsonBytes.write(
        out -> {
          out.writeStartObject();
          out.writeStringProperty("type", "event");
          out.writeName("event");
          EventJson.write(out, event);
          out.writeStringProperty("cursor", cursor);
          out.writeEndObject();
        });
  }

  static byte[] subscribed(Subscribe subscribe, String cursor) {
    return JsonBytes.of(SUBSCRIBED, new Subscribed(subscribe, cursor));
  }

  /** An error message; the subscription is unchanged. */
  static byte[] error(MailboxException refusal) {
    return JsonBytes.of(ERROR, refusal);
  }

  private static String message(MailboxException refusal) {
    return refusal.problems().isEmpty()
        ? String.valueOf(refusal.getMessage())
        : refusal.problems().stream()
            .map(problem -> problem.path() + " " + problem.message())
            .collect(Collectors.joining("; "));
  }
}
