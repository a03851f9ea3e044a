package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.WaitlistAnswers;
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
import dev.agentmailbox.service.signup.Waitlist.Ticket;
import java.time.Instant;
import java.util.List;

/** How an agent puts its human on the waitlist, and how a human gets there. */
public final class WaitlistRoutes {
  static final List<String> USE_CASES =
      List.of(
          "support_agent",
          "workflow_automation",
          "personal_assistant",
          "testing_qa",
          "research",
          "other");
  private static final Field<String> USE_CASE =
      choice("use_case", USE_CASES.toArray(String[]::new)).required();
  private static final Field<String> VOLUME =
      choice("expected_monthly_volume", "lt_100", "100_1k", "1k_10k", "10k_100k", "gt_100k");
  private static final Field<String> INDUSTRY =
      choice(
          "industry",
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
      Field.of("framework", Shapes.text(0, WaitlistAnswers.MAX_FRAMEWORK_CHARACTERS));
  private static final Field<Boolean> USES_OTHER = Field.of("uses_other_agent_mail", Shapes.flag());
  private static final Field<String> NOTE =
      Field.of(
          "note",
          Shapes.text(0, WaitlistAnswers.MAX_NOTE_CHARACTERS),
          "No client or case information.");
  private static final Field<String> EMAIL =
      Field.of("email", EmailFields.SHAPE, "Where sign-in codes go.").required();
  private static final Field<String> TOKEN =
      Field.of("token", Shapes.text(1, 100), "The last part of a claim link, if there is one.");

  private final Mailbox mailbox;
  private final PublicUrls doorway;
  private final AppOrigin origin;
  private final View<Ticket> ticket;

  public WaitlistRoutes(Mailbox mailbox, PublicUrls doorway) {
    this.mailbox = mailbox;
    this.doorway = doorway;
    this.origin = AppOrigin.of(doorway.appUrl());
    this.ticket =
        View.<Ticket>of("WaitlistEntry")
            .text("entry_id", Ticket::entryId)
            .text("claim_url", Shapes.text("uri"), this::claimUrl)
            .about("Works once.")
            .exactTime("expires_at", Ticket::expiresAt)
            .about("With the link.")
            .plain(
                "human_message",
                ProblemShape.HUMAN_MESSAGE,
                made -> SignUpWords.waitlist(claimUrl(made)))
            .about("To be forwarded to the human.")
            .build();
  }

  private static Field<String> choice(String name, String... choices) {
    return Field.of(name, Shapes.choice(choices));
  }

  private String claimUrl(Ticket made) {
    return doorway.waitlistUrl() + "/" + made.token().reveal();
  }

  public List<Operation> rows() {
    return List.of(
        Operation.post("joinWaitlist", "/v0/waitlist")
            .tag("Sign-up")
            .access(AccessRule.PUBLIC)
            .summary("Put the agent's human on the waitlist.")
            .description(
                "The human opens claim_url within 24 hours. The answer is the same whether or not"
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
            .ofConsole()
            .summary("Take a place on the waitlist, with or without a claim link.")
            .description(
                "Mails a sign-in code, with which the human proves the address. The answer is the"
                    + " same whether or not the address is known. 410 gone for a link that was used"
                    + " or has expired.")
            .field(ConsoleRoutes.ORIGIN)
            .field(EMAIL)
            .field(TOKEN)
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
        mailbox.signUps().waitlist().join(doorway.network(call), answers, call.once(202, ticket));
    return Response.json(202, ticket, made);
  }

  private Response take(Request call) {
    origin.require(call.find(ConsoleRoutes.ORIGIN));
    Instant expiresAt =
        mailbox
            .signUps()
            .waitlist()
            .take(
                doorway.network(call),
                call.find(TOKEN).map(SessionCookie::new).orElse(null),
                call.get(EMAIL),
                call.once(202, ConsoleRoutes.CODE_SENT));
    return Response.json(202, ConsoleRoutes.CODE_SENT, expiresAt);
  }
}
