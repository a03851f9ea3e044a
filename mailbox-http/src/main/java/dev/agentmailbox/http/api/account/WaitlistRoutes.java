package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.access.ConsoleRoutes;
import dev.agentmailbox.http.api.common.AppOrigin;
import dev.agentmailbox.http.api.common.EmailFields;
import dev.agentmailbox.http.api.common.PublicUrls;
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
import dev.agentmailbox.service.signup.SignUpServices;
import dev.agentmailbox.service.signup.Waitlist.Ticket;
import java.time.Instant;
import java.util.List;

/** Joining the waitlist, through an agent or directly. */
public final class WaitlistRoutes {
  // spec WaitlistFields.1
  private static final Field<String> USE_CASE =
      choice(
              "use_case",
              "Intended use.",
              "support_agent",
              "workflow_automation",
              "personal_assistant",
              "testing_qa",
              "research",
              "other")
          .required();
  // spec WaitlistFields.2
  private static final Field<String> VOLUME =
      choice(
          "expected_monthly_volume",
          "Expected messages a month.",
          "lt_100",
          "100_1k",
          "1k_10k",
          "10k_100k",
          "gt_100k");
  // spec WaitlistFields.3
  private static final Field<String> INDUSTRY =
      choice(
          "industry",
          "Industry of the human or their company.",
          "software",
          "ecommerce",
          "marketing",
          "education",
          "research",
          "legal",
          "healthcare",
          "finance",
          "other");
  private static final Field<String> FRAMEWORK =
      Field.of(
          "framework",
          Shapes.text(0, WaitlistAnswers.MAX_FRAMEWORK_CHARACTERS),
          "Agent framework in use, such as LangChain4j.");
  private static final Field<Boolean> USES_OTHER =
      Field.of(
          "uses_other_agent_mail",
          Shapes.flag(),
          "Whether the agent already uses another mail service for agents.");
  private static final Field<String> NOTE =
      Field.of(
          "note",
          Shapes.text(0, WaitlistAnswers.MAX_NOTE_CHARACTERS),
          "Free text. Do not include client or case information.");
  private static final Field<String> EMAIL =
      Field.of("email", EmailFields.SHAPE, "Address that sign-in codes are sent to.").required();
  private static final Field<String> TOKEN =
      Field.of(
          "token",
          Shapes.text(1, 100),
          "Last path segment of the claim link, when the human followed one.");

  private final SignUpServices signUps;
  private final PublicUrls publicUrls;
  private final AppOrigin origin;
  private final View<Ticket> ticket;

  public WaitlistRoutes(Mailbox mailbox, PublicUrls publicUrls) {
    this.signUps = mailbox.signUps();
    this.publicUrls = publicUrls;
    this.origin = AppOrigin.of(publicUrls.appUrl());
    this.ticket =
        View.<Ticket>of("WaitlistEntry")
            .text("entry_id", Ticket::entryId)
            .about("Identifier of the entry.")
            .text("claim_url", Shapes.text("uri"), this::claimUrl)
            .about("Single-use link for the human.")
            .exactTime("expires_at", Ticket::expiresAt)
            .about("When the link and the unclaimed entry expire.")
            .plain(
                "human_message",
                ProblemShape.HUMAN_MESSAGE,
                made -> SignUpWords.waitlist(claimUrl(made)))
            .about("Forward it to the human unchanged.")
            .build();
  }

  private static Field<String> choice(String name, String description, String... choices) {
    return Field.of(name, Shapes.choice(choices), description);
  }

  private String claimUrl(Ticket made) {
    return publicUrls.waitlistUrl() + "/" + made.token().reveal();
  }

  public List<Operation> rows() {
    return List.of(
        Operation.post("joinWaitlist", "/v0/waitlist")
            .tag("Sign-up")
            .access(AccessRule.PUBLIC)
            .summary("Put the agent's human on the waitlist.")
            .description(
                "The human opens claim_url within 24 hours. The response is the same whether or not"
                    + " the entry was stored.")
            .field(USE_CASE)
            .field(VOLUME)
            .field(INDUSTRY)
            .field(FRAMEWORK)
            .field(USES_OTHER)
            .field(NOTE)
            .answers(202, ticket.shape(), "Accepted.")
            .handledBy(this::join),
        Operation.post("takeWaitlistPlace", "/v0/console/waitlist")
            .tag("Console")
            .access(AccessRule.PUBLIC)
            .with(Trait.OF_CONSOLE)
            .summary("Join the waitlist as a human, with or without a claim link.")
            .description(
                "Mails a sign-in code to verify the address. The response is the"
                    + " same whether or not the address is known. 410 gone for a link that was used"
                    + " or has expired.")
            .field(ConsoleRoutes.ORIGIN)
            .field(EMAIL)
            .field(TOKEN)
            .errors(ErrorCode.SIGNUP_CLOSED, ErrorCode.GONE)
            .answers(202, ConsoleRoutes.CODE_SENT.shape(), "Accepted.")
            .handledBy(this::take));
  }

  private Response join(Request call) {
    WaitlistAnswers answers =
        new WaitlistAnswers(
            call.get(USE_CASE),
            call.find(VOLUME).orElse(null),
            call.find(INDUSTRY).orElse(null),
            call.find(FRAMEWORK).orElse(null),
            call.find(USES_OTHER).orElse(null),
            call.find(NOTE).orElse(null));
    Ticket made =
        signUps.waitlist().join(publicUrls.network(call), answers, call.once(202, ticket));
    return Response.json(202, ticket, made);
  }

  private Response take(Request call) {
    origin.require(call.find(ConsoleRoutes.ORIGIN));
    Instant expiresAt =
        signUps
            .waitlist()
            .take(
                publicUrls.network(call),
                call.find(TOKEN).map(SessionCookie::new).orElse(null),
                call.get(EMAIL),
                call.once(202, ConsoleRoutes.CODE_SENT));
    return Response.json(202, ConsoleRoutes.CODE_SENT, expiresAt);
  }
}
