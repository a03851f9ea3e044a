package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.service.Place;
import java.util.List;

/**
 * One of the three paths of what is set at an organization, a pod or an inbox.
 *
 * @param name goes into operation ids
 * @param path before the part that all three share
 * @param fields the placeholders of the path
 */
public record Level(String name, String path, List<Field<?>> fields) {
  public static final List<Level> ALL =
      List.of(
          new Level("", "/v0", List.of()),
          new Level("Pod", "/v0/pods/{pod_id}", List.of(Ids.POD)),
          new Level("Inbox", "/v0/inboxes/{inbox_id}", List.of(Ids.INBOX)));

  private static final Field<String> ONE_INBOX =
      Field.query("inbox_id", Shapes.text(), "Only of this inbox.");

  /** What a list of the whole scope can be narrowed by. */
  public List<Field<?>> ofLists() {
    return name.isEmpty() ? List.of(ONE_INBOX) : List.of();
  }

  /** The level a call of a list names, in its path or as {@link #ofLists}. */
  public Place placeOfList(Call call) {
    return name.isEmpty() && call.has(ONE_INBOX) ? Place.inbox(call.get(ONE_INBOX)) : place(call);
  }

  /** The level a call names. */
  public Place place(Call call) {
    return switch (name) {
      case "Pod" -> Place.pod(call.get(Ids.POD));
      case "Inbox" -> Place.inbox(call.get(Ids.INBOX));
      default -> Place.OWN;
    };
  }
}
