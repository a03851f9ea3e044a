package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.PublicUrls;
import dev.agentmailbox.http.api.message.InboxRoutes;
import dev.agentmailbox.http.docs.ProblemShape;
import dev.agentmailbox.http.docs.SignUpWords;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.signup.SignUp.SignedUp;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Agents creating an inbox with a code from their human. */
public final class SignUpRoutes {
  private static final Field<String> INVITE_CODE =
      Field.of("invite_code", Shapes.text(), "The directed code from the human.").required();

  private final Mailbox mailbox;
  private final PublicUrls publicUrls;
  private final View<SignUpResult> view;

  /** A sign-up with its key, which is present only the first time. */
  private record SignUpResult(SignedUp made, @Nullable String apiKey) {}

  public SignUpRoutes(Mailbox mailbox, PublicUrls publicUrls) {
    this.mailbox = mailbox;
    this.publicUrls = publicUrls;
    this.view = view(publicUrls);
  }

  // spec SignUpAnswer.1, SignUpAnswer.2, SignUpAnswer.3, SignUpAnswer.4, SignUpAnswer.5
  // spec SignUpAnswer.6
  private static View<SignUpResult> view(PublicUrls publicUrls) {
    return View.<SignUpResult>of("SignUp")
        .text("organization_id", result -> result.made().inbox().organizationId())
        .about("Organization of the human who issued the code.")
        .text("inbox_id", result -> result.made().inbox().address())
        .about("The new inbox; it receives no mail until it is claimed.")
        .optionalText("api_key", SignUpResult::apiKey)
        .about(
            "Accepted only by GET /v0/auth/me and GET /v0/beta until the inbox is"
                + " claimed. Returned only once; absent from replayed responses.")
        .text("claim_code", result -> result.made().claimCode())
        .about("For the human to enter in the console within 24 hours.")
        .flag("claim_required", result -> true)
        .about("Always true.")
        .plain(
            "human_message",
            ProblemShape.HUMAN_MESSAGE,
            result ->
                SignUpWords.claim(
                    result.made().inbox().address(),
                    result.made().claimCode(),
                    publicUrls.claimUrl()))
        .about("Forward it to the human unchanged.")
        .build();
  }

  public List<Operation> rows() {
    return List.of(
        Operation.post("signUp", "/v0/agent/sign-up")
            .tag("Sign-up")
            .access(AccessRule.PUBLIC)
            .with(Trait.VALIDATES_BODY_LATER)
            .summary("Create an inbox with a directed code.")
            .description(
                "403 signup_closed without a valid code, whatever else is in the request: do not"
                    + " retry with another name or identity. With reason inbox_limit the code is"
                    + " valid, but the organization has as many inboxes as its plan allows. The"
                    + " other fields are validated only"
                    + " with a valid code, and a refused request does not consume the code.")
            .field(INVITE_CODE)
            .field(InboxRoutes.USERNAME)
            .errors(ErrorCode.SIGNUP_CLOSED, ErrorCode.ADDRESS_UNAVAILABLE)
            .answers(201, view.shape(), "The inbox and its restricted key.")
            .handledBy(this::signUp));
  }

  private Response signUp(Request call) {
    try {
      SignedUp made =
          mailbox
              .signUps()
              .agents()
              .signUp(
                  publicUrls.network(call),
                  code(call.bodyJson()),
                  () -> call.validatedBody().find(InboxRoutes.USERNAME),
                  call.once(201, view, result -> new SignUpResult(result, null)));
      return Response.json(201, view, new SignUpResult(made, made.secret().reveal()))
          .with("Cache-Control", "no-store");
    } catch (MailboxException refusal) {
      throw refusal.code() == ErrorCode.SIGNUP_CLOSED ? withWaitlist(refusal) : refusal;
    }
  }

  /** Checked before anything else in the body. */
  private static Optional<String> code(JsonNode body) {
    return Optional.ofNullable(body.get("invite_code"))
        .filter(JsonNode::isString)
        .map(JsonNode::stringValue);
  }

  private MailboxException withWaitlist(MailboxException refusal) {
    return refusal
        .with("waitlist_url", publicUrls.waitlistUrl())
        .with("docs_url", publicUrls.docsUrl())
        .with("human_message", SignUpWords.BETA);
  }
}
