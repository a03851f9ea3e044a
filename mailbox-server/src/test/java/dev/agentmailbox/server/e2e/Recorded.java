package dev.agentmailbox.server.e2e;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One operation of a client on one object, as the client saw it.
 *
 * @param object what it was done to, {@code kind/name}; objects are independent of each other
 * @param output what was answered; {@link #UNKNOWN} when no answer came
 * @param call nanoseconds of the client's clock when it asked
 * @param end nanoseconds when it was answered; {@link Long#MAX_VALUE} when no answer came: it may
 *     take effect at any time after the call, or never
 */
record Recorded(
    String object, int client, String verb, String input, String output, long call, long end) {
  static final String UNKNOWN = "?";
  private static final JsonMapper JSON = JsonMapper.shared();

  boolean isUnknown() {
    return output.equals(UNKNOWN);
  }

  /** The same, which was done by then. */
  Recorded done(long by) {
    return new Recorded(object, client, verb, input, "done", call, by);
  }

  String kind() {
    return object.substring(0, object.indexOf('/'));
  }

  /** One line of a history. */
  String toJson() {
    ObjectNode line = JSON.createObjectNode();
    line.put("object", object).put("client", client).put("verb", verb).put("input", input);
    return line.put("output", output).put("call", call).put("end", end).toString();
  }

  /** The words of a list of labels, as it is compared. */
  static String joined(List<String> words) {
    return String.join(" ", words);
  }
}
