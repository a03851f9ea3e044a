package dev.agentmailbox.http.shape;

import tools.jackson.databind.JsonNode;

/** Detects U+0000, which database text columns cannot store. */
public final class Nul {
  public static final String REFUSAL = "must not contain the character U+0000";

  private Nul() {}

  static boolean isIn(String text) {
    return text.indexOf('\0') >= 0;
  }

  /** Whether a string in the value contains one; names have been checked before. */
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
