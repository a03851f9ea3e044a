package dev.agentmailbox.server.spam;

import dev.agentmailbox.port.SpamEngine.Verdict;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON response of rspamd. */
final class RspamdAnswer {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private RspamdAnswer() {}

  /**
   * Parses the recommended action.
   *
   * @throws IOException not a response of rspamd
   */
  static Verdict verdict(byte[] answer) throws IOException {
    JsonNode action = action(answer);
    return switch (action.asString("")) {
      case "reject", "add header", "rewrite subject", "quarantine", "discard" -> Verdict.SPAM;
      case "no action", "greylist" -> Verdict.CLEAN;
      case "soft reject" -> Verdict.UNKNOWN;
      default -> throw new IOException("unknown action");
    };
  }

  private static JsonNode action(byte[] answer) throws IOException {
    try {
      return JSON.readTree(answer).path("action");
    } catch (JacksonException e) {
      throw new IOException("no JSON", e);
    }
  }
}
