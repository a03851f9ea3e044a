package dev.agentmailbox.http.api.event;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body of a webhook request in the form that a receiver such as a chat wants: JSON with
 * placeholders inside its strings. Events have no content of mail, and so have these bodies none.
 */
public final class WebhookBody {
  /** A placeholder: {@code {{text}}}. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z_]{1,20})\\}\\}");

  private static final JsonMapper JSON = JsonMapper.shared();

  private static final List<String> NAMES =
      List.of("text", "title", "link", "event_type", "event_id", "inbox_id");

  private WebhookBody() {}

  /**
   * What is wrong with a template.
   *
   * @return empty for a good one
   */
  static Optional<String> problem(String template) {
    if (template.length() > WebhookEndpoint.MAX_TEMPLATE_CHARACTERS) {
      return Optional.of(
          "must have at most " + WebhookEndpoint.MAX_TEMPLATE_CHARACTERS + " characters");
    }
    if (PLACEHOLDER.matcher(template).results().anyMatch(one -> !NAMES.contains(one.group(1)))) {
      return Optional.of("must use only {{" + String.join("}}, {{", NAMES) + "}}");
    }
    try {
      Object unused = JSON.readTree(PLACEHOLDER.matcher(template).replaceAll("x"));
      return Optional.empty();
    } catch (JacksonException malformed) {
      return Optional.of("must be JSON, with placeholders only inside of strings");
    }
  }

  /**
   * The body of one request.
   *
   * @param template null for the event itself
   * @param appUrl URL of the console, for links
   */
  public static byte[] of(Event event, @Nullable String template, String appUrl) {
    return template == null
        ? EventJson.bytes(event)
        : filled(template, values(event, appUrl)).getBytes(StandardCharsets.UTF_8);
  }

  private static String filled(String template, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(
            name ->
                Matcher.quoteReplacement(
                    new String(
                        JsonStringEncoder.getInstance()
                            .quoteAsCharArray(values.getOrDefault(name.group(1), "")))));
  }

  private static Map<String, String> values(Event event, String appUrl) {
    String link = link(event, appUrl);
    return Map.of(
        "text",
        text(event) + (link.isEmpty() ? "" : " " + link),
        "title",
        event.type() == EventType.APPROVAL_REQUESTED ? "Approval needed" : type(event),
        "link",
        link,
        "event_type",
        type(event),
        "event_id",
        event.id(),
        "inbox_id",
        Objects.requireNonNullElse(event.inboxId(), ""));
  }

  private static String type(Event event) {
    return event.type().wireName();
  }

  private static String text(Event event) {
    String inbox = event.inboxId() == null ? "" : " of " + event.inboxId();
    return switch (event.type()) {
      case APPROVAL_REQUESTED -> "A message" + inbox + " waits for approval.";
      case APPROVAL_DECIDED -> "A message" + inbox + " was " + event.data().get("decision") + ".";
      case MESSAGE_RECEIVED -> "New mail" + inbox.replace(" of ", " for ") + ".";
      default -> type(event) + inbox.replace(" of ", ": ");
    };
  }

  private static String link(Event event, String appUrl) {
    if (event.data().get("approval_id") instanceof String approval) {
      return appUrl + "/approvals/" + approval;
    }
    return event.threadId() == null ? "" : appUrl + "/threads/" + event.threadId();
  }
}
