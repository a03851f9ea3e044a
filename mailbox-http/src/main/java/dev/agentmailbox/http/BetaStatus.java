package dev.agentmailbox.http;

import dev.agentmailbox.account.SignUpStatus;
import dev.agentmailbox.http.docs.ProblemShape;
import dev.agentmailbox.http.docs.SignUpWords;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;

/**
 * Sign-up status (specification, {@code GET /v0/beta}).
 *
 * @param signup {@code waitlist}, {@code invite_only} or {@code open}
 * @param waitlist {@code open} or {@code closed}
 * @param waitlistUrl where a human joins the waitlist
 * @param docsUrl address of the reference
 */
public record BetaStatus(String signup, String waitlist, String waitlistUrl, String docsUrl) {
  // spec Beta.1, Beta.2, Beta.3, Beta.4, Beta.5
  static final View<BetaStatus> VIEW =
      View.<BetaStatus>of("BetaStatus")
          .text("signup", Shapes.choice("waitlist", "invite_only", "open"), BetaStatus::signup)
          .about(
              "waitlist: new humans join the waitlist. invite_only: only with an invite."
                  + " open: anyone can register. In every mode an agent needs a directed"
                  + " code from its human.")
          .text("waitlist", Shapes.choice("open", "closed"), BetaStatus::waitlist)
          .about("Whether the waitlist takes new entries.")
          .text("waitlist_url", Shapes.text("uri"), BetaStatus::waitlistUrl)
          .about("Where a human joins the waitlist.")
          .text("docs_url", Shapes.text("uri"), BetaStatus::docsUrl)
          .about("URL of the reference.")
          .plain("human_message", ProblemShape.HUMAN_MESSAGE, status -> SignUpWords.BETA)
          .about("Forward it to the human unchanged.")
          .build();

  /** The present status. */
  public static BetaStatus of(SignUpStatus status, String waitlistUrl, String docsUrl) {
    return new BetaStatus(
        status.mode().wireName(), status.waitlistOpen() ? "open" : "closed", waitlistUrl, docsUrl);
  }
}
