package dev.agentmailbox.id;

import java.util.regex.Pattern;

// spec Identifiers.2, Identifiers.3, Identifiers.4, Identifiers.5, Identifiers.6, Identifiers.7
// spec Identifiers.8, Identifiers.9
/** Identifier types and their prefixes (specification, Identifier shapes). */
public enum IdPrefix {
  ORGANIZATION("org"),
  POD("pod"),
  THREAD("thr"),
  MESSAGE("msg"),
  SEND("out"),
  EVENT("evt"),
  REQUEST("req"),
  WAITLIST_ENTRY("wle"),
  DRAFT("drf"),
  ATTACHMENT("att"),
  WEBHOOK("whk"),
  API_KEY("key"),
  APPROVAL("apr"),
  DELIVERY("dlv"),
  HUMAN("usr"),
  DIRECTED_CODE("cod"),
  INVITE("inv"),
  PASSKEY("pky"),
  CLIENT("cli"),
  GRANT("gra"),
  RULE("rul");

  private final String text;
  private final Pattern shape;

  IdPrefix(String text) {
    this.text = text;
    this.shape = Pattern.compile(text + "_[0-9a-hjkmnp-tv-z]{16}");
  }

  public String text() {
    return text;
  }

  /** Whether {@code id} is well-formed for this type; it need not exist. */
  public boolean matches(String id) {
    return shape.matcher(id).matches();
  }
}
