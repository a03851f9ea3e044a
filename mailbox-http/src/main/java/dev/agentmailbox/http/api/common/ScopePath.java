package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.request.ScopeRef;
import java.util.List;

/**
 * Path prefix of resources that exist at organization, pod and inbox level.
 *
 * @param name part of operation ids
 * @param path before the shared part
 * @param fields the path parameters
 */
public record ScopePath(String name, String path, List<Field<?>> fields) {
  public static final List<ScopePath> ALL =
      List.of(
          new ScopePath("", "/v0", List.of()),
          new ScopePath("Pod", "/v0/pods/{pod_id}", List.of(Ids.POD)),
          new ScopePath("Inbox", "/v0/inboxes/{inbox_id}", List.of(Ids.INBOX)));

  private static final Field<String> ONE_INBOX =
      Field.query("inbox_id", Shapes.inboxId(), "Only items of this inbox.");

  /** Filters of a list over the whole scope. */
  public List<Field<?>> ofLists() {
    return name.isEmpty() ? List.of(ONE_INBOX) : List.of();
  }

  /** The level of a list request, from its path or {@link #ofLists}. */
  public ScopeRef placeOfList(Request call) {
    return name.isEmpty() && call.has(ONE_INBOX)
        ? ScopeRef.inbox(call.get(ONE_INBOX))
        : scope(call);
  }

  /** The level of a request. */
  public ScopeRef scope(Request call) {
    return switch (name) {
      case "Pod" -> ScopeRef.pod(call.get(Ids.POD));
      case "Inbox" -> ScopeRef.inbox(call.get(Ids.INBOX));
      default -> ScopeRef.OWN;
    };
  }
}
