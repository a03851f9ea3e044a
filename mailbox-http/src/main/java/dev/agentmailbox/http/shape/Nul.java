package dev.agentmailbox.http.shape;

import tools.jackson.databind.JsonNode;

/** Looks for U+0000, which no text column of a database holds. */
public final class Nul {
  static final String REFUSAL = "has the character U+0000";

  private Nul() {}

  static boolean isIn(String text) {
    return text.indexOf('\0') >= 0;
  }

  /** Whether a string of the value has one; names were looked at before. */
  public static boolean isIn(JsonNode node) {
    if (node.isString()) {
      return isIn(node.stringValue());
    }
    for (JsonNode inside : node) {
      if (isIn(inside)) {
        return true;
      }
    }
    return false;
  }
}
