package dev.agentmailbox.http.api.common;

import dev.agentmailbox.account.Human;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;

/** E-mail addresses of humans in requests. */
public final class EmailFields {
  public static final Shape<String> SHAPE =
      Shapes.text(3, Human.MAX_EMAIL_CHARACTERS, Human.EMAIL_PATTERN, "an e-mail address");

  private EmailFields() {}
}
