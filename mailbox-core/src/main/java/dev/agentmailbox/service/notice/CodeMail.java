package dev.agentmailbox.service.notice;

import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxContext;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A code to be mailed to a human; {@code toString} omits it. Immutable.
 *
 * @param email null when no account has the address; then nothing is sent, in the same time
 * @param userId for the log; empty when no account has the address
 * @param expiresAt no attempt is made after this
 */
public record CodeMail(
    @Nullable String email, String userId, String code, Purpose purpose, Instant expiresAt) {
  /** Purpose of a code. */
  public enum Purpose {
    SIGN_IN("sign-in", "sign in"),
    STEP_UP("step-up", "confirm that it is you"),
    JOIN("join", "join");

    private final String noun;
    private final String words;

    Purpose(String noun, String words) {
      this.noun = noun;
      this.words = words;
    }

    String noun() {
      return noun;
    }
  }

  /**
   * Composes the mail. The code is alone on a line; a sign-in mail has no other group of six
   * digits.
   *
   * @param appUrl base URL of the console
   */
  OutboundMail compose(String recipient, MailboxContext context, String appUrl) {
    String service = context.settings().serviceName();
    Instant now = context.now();
    String text =
        purpose == Purpose.JOIN
            ? """
            You are invited to %s. Sign in with this address at

            %s

            and enter this code:

            %s

            It is valid for %s and works once. If you do not want to join, ignore this mail.
            """
                .formatted(service, appUrl, code, validity(now))
            : """
            Your code to %s at %s:

            %s

            It is valid for %s and works once. If you did not ask for it, ignore this mail:
            without the code nobody gets in.
            """
                .formatted(purpose.words, service, code, validity(now));
    return ServiceMail.compose(
        context, recipient, "Your code to " + purpose.words, text, "sign-in-code");
  }

  private String validity(Instant now) {
    long minutes = Math.max(1, Duration.between(now, expiresAt).toMinutes());
    return minutes >= 120 ? minutes / 60 + " hours" : minutes + " minutes";
  }

  @Override
  public String toString() {
    return "CodeMail[" + purpose + "]";
  }
}
