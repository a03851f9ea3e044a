package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.account.SignUpStatus;
import dev.agentmailbox.http.api.access.ConsoleRoutes;
import dev.agentmailbox.http.api.common.EmailFields;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.signup.Invites.Created;
import dev.agentmailbox.service.signup.SignUpServices;
import dev.agentmailbox.service.signup.Waitlist.Waiting;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How operators let people in, and how people use their invite. */
public final class InviteRoutes {
  private static final String PATH = "/v0/operator";
  private static final String OPERATORS =
      "Operators only, verified lately: 401 step_up_required otherwise.";
  private static final Field<String> EMAIL =
      Field.of("email", EmailFields.SHAPE, "The address that the code is bound to and mailed to.")
          .required();
  private static final Field<String> INVITE_ID = Field.path("invite_id", "The invite.");
  private static final Field<String> ENTRY_ID = Field.path("entry_id", "The waitlist entry.");
  private static final Field<String> CODE =
      Field.of("code", Shapes.text(1, 64), "The invite code.").required();
  private static final Shape<SignUpMode> MODES =
      Shapes.choice(List.of(SignUpMode.values()), SignUpMode::wireName);
  private static final Field<SignUpMode> MODE = Field.of("signup", MODES, "How people get in.");
  private static final Field<String> WAITLIST =
      Field.of("waitlist", Shapes.choice("open", "closed"), "Whether anybody new is put on it.");

  /** An invite as it is answered; the code only when it was just made. */
  private record Shown(Invite invite, Instant now, @Nullable String text) {}

  private static final View<Shown> INVITE =
      View.<Shown>of("Invite")
          .text("invite_id", shown -> shown.invite().id())
          .text("email", shown -> shown.invite().email())
          .word(
              "status",
              CodeStatus.values(),
              CodeStatus::wireName,
              shown -> shown.invite().status(shown.now()))
          .time("created_at", shown -> shown.invite().createdAt())
          .time("expires_at", shown -> shown.invite().expiresAt())
          .build();
  private static final View<Shown> CREATED =
      View.<Shown>of("CreatedInvite")
          .include(INVITE)
          .optionalText("invite_code", Shown::text)
          .about("Also mailed. Shown this once, left out when the answer is repeated.")
          .build();
  private static final View<ListPage<Shown>> INVITES = Lists.of("InviteList", "invites", INVITE);

  private static final View<Waiting> WAITING =
      View.<Waiting>of("Waiting")
          .text("entry_id", one -> one.entry().id())
          .text("email", one -> one.human().email())
          .word(
              "status", Human.Status.values(), Human.Status::wireName, one -> one.human().status())
          .text("use_case", one -> one.entry().answers().useCase())
          .optionalText("expected_monthly_volume", one -> one.entry().answers().monthlyVolume())
          .optionalText("industry", one -> one.entry().answers().industry())
          .optionalText("framework", one -> one.entry().answers().framework())
          .optionalText("note", one -> one.entry().answers().note())
          .time("created_at", one -> one.entry().createdAt())
          .build();
  private static final View<ListPage<Waiting>> WAITLISTED =
      Lists.of("Waitlist", "entries", WAITING);

  private static final View<SignUpStatus> SIGN_UP =
      View.<SignUpStatus>of("SignUpState")
          .text("signup", MODES, status -> status.mode().wireName())
          .text(
              "waitlist",
              Shapes.choice("open", "closed"),
              status -> status.waitlistOpen() ? "open" : "closed")
          .build();

  private final Mailbox mailbox;
  private final SignUpServices signUps;
  private final Paging paging;

  public InviteRoutes(Mailbox mailbox, Paging paging) {
    this.mailbox = mailbox;
    this.signUps = mailbox.signUps();
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        row(Operation.get("listWaitlist", PATH + "/waitlist"))
            .summary("Who waits to be let in, for operators.")
            .fields(Paging.FIELDS)
            .answersOk(WAITLISTED, "A page of the waitlist.")
            .handledBy(
                call ->
                    Response.ok(
                        WAITLISTED,
                        paging.answer(
                            call, signUps.waitlist().list(call.caller(), paging.request(call))))),
        row(Operation.post("rejectWaiting", PATH + "/waitlist/{entry_id}/reject"))
            .summary("Do not let somebody in.")
            .description(OPERATORS)
            .field(ENTRY_ID)
            .answersNoContent("Rejected.")
            .handledBy(
                call -> {
                  signUps
                      .waitlist()
                      .reject(call.caller(), call.get(ENTRY_ID), call.onceWithoutContent());
                  return Response.noContent();
                }),
        row(Operation.get("listInvites", PATH + "/invites"))
            .summary("Invites, used and expired ones too, for operators.")
            .fields(Paging.FIELDS)
            .answersOk(INVITES, "A page of invites.")
            .handledBy(
                call ->
                    Response.ok(
                        INVITES,
                        paging.answer(
                            call,
                            signUps
                                .invites()
                                .list(call.caller(), paging.request(call))
                                .map(invite -> shown(invite, null))))),
        row(Operation.post("createInvite", PATH + "/invites"))
            .summary("Invite a person, with a code that is mailed and works once within 24 hours.")
            .description(OPERATORS + " 409 conflict with reason already_active.")
            .field(EMAIL)
            .answersOk(CREATED, "The invite.")
            .handledBy(this::create),
        row(Operation.delete("revokeInvite", PATH + "/invites/{invite_id}"))
            .summary("Revoke an invite.")
            .description(OPERATORS)
            .field(INVITE_ID)
            .answersNoContent("Revoked.")
            .handledBy(
                call -> {
                  signUps.invites().revoke(call.caller(), call.get(INVITE_ID));
                  return Response.noContent();
                }),
        row(Operation.patch("updateSignUp", PATH + "/sign-up"))
            .summary("Choose who may sign up.")
            .description(OPERATORS)
            .field(MODE)
            .field(WAITLIST)
            .answersOk(SIGN_UP, "What holds now.")
            .handledBy(this::updateSignUp),
        Operation.post("redeemInvite", "/v0/console/invites/redeem")
            .tag("Console")
            .access(AccessRule.HUMAN)
            .ofConsole()
            .openToEveryHuman()
            .summary("Redeem an invite: the human gets an organization.")
            .description(
                "403 invite_invalid for a code that is wrong, used, expired, revoked or bound to"
                    + " another address; five failures in a row lock redemption for an hour.")
            .field(CODE)
            .answersOk(ConsoleRoutes.PROFILE, "The human, active now.")
            .handledBy(this::redeem));
  }

  private static OperationBuilder row(OperationBuilder row) {
    return row.tag("Operators").access(AccessRule.HUMAN);
  }

  private Response create(Request call) {
    Created made =
        signUps
            .invites()
            .create(
                call.caller(),
                call.get(EMAIL),
                call.once(200, CREATED, created -> shown(created.invite(), null)));
    return Response.ok(CREATED, shown(made.invite(), made.text()))
        .with("Cache-Control", "no-store");
  }

  private Response updateSignUp(Request call) {
    return Response.ok(
        SIGN_UP,
        signUps
            .modes()
            .update(
                call.caller(),
                call.find(MODE).orElse(null),
                call.find(WAITLIST).map("open"::equals).orElse(null)));
  }

  private Response redeem(Request call) {
    return Response.ok(
        ConsoleRoutes.PROFILE,
        signUps
            .redemption()
            .redeem(
                ConsoleRoutes.cookie(call),
                call.get(CODE),
                call.client().getHostAddress(),
                call.once(200, ConsoleRoutes.PROFILE)));
  }

  private Shown shown(Invite invite, @Nullable String text) {
    return new Shown(invite, mailbox.context().now(), text);
  }
}
