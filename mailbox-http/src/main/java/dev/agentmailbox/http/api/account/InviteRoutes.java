package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.account.SignUpStatus;
import dev.agentmailbox.error.ErrorCode;
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
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.signup.Invites.Created;
import dev.agentmailbox.service.signup.SignUpServices;
import dev.agentmailbox.service.signup.Waitlist.Waiting;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Invites and the waitlist, for operators and for the people invited. */
public final class InviteRoutes {
  private static final String PATH = "/v0/operator";
  private static final String OPERATORS =
      "Operators only; 401 step_up_required without a recent verification.";
  private static final Field<String> EMAIL =
      Field.of("email", EmailFields.SHAPE, "The address that the code is bound to and mailed to.")
          .required();
  private static final Field<String> INVITE_ID = Field.path("invite_id", "The invite.");
  private static final Field<String> ENTRY_ID = Field.path("entry_id", "The waitlist entry.");
  private static final Field<String> CODE =
      Field.of("code", Shapes.text(1, 64), "The invite code.").required();
  private static final Shape<SignUpMode> MODES =
      Shapes.choice(List.of(SignUpMode.values()), SignUpMode::wireName);
  private static final Field<SignUpMode> MODE =
      Field.of("signup", MODES, "How new humans register: see SignUpState.");
  private static final Field<String> WAITLIST =
      Field.of(
          "waitlist", Shapes.choice("open", "closed"), "Whether the waitlist takes new entries.");

  /** An invite with its code, which is present only on creation. */
  private record InviteView(Invite invite, Instant now, @Nullable String text) {}

  private static final View<InviteView> INVITE =
      View.<InviteView>of("Invite")
          .text("invite_id", view -> view.invite().id())
          .about("Identifier of the invite.")
          .text("email", view -> view.invite().email())
          .about("Address the code is bound to and mailed to.")
          .word(
              "status",
              CodeStatus.values(),
              CodeStatus::wireName,
              view -> view.invite().status(view.now()))
          .about("active, used, expired (24 hours after creation) or revoked.")
          .time("created_at", view -> view.invite().createdAt())
          .time("expires_at", view -> view.invite().expiresAt())
          .about("When the code expires.")
          .build();
  private static final View<InviteView> CREATED =
      View.<InviteView>of("CreatedInvite")
          .include(INVITE)
          .optionalText("invite_code", InviteView::text)
          .about(
              "The code, also mailed to the invitee. Returned only on creation; absent from"
                  + " replayed responses.")
          .build();
  private static final View<ListPage<InviteView>> INVITES =
      Lists.of("InviteList", "invites", INVITE);

  private static final View<Waiting> WAITING =
      View.<Waiting>of("Waiting")
          .text("entry_id", one -> one.entry().id())
          .about("Identifier of the entry.")
          .text("email", one -> one.human().email())
          .about("Confirmed address of the human.")
          .word(
              "status", Human.Status.values(), Human.Status::wireName, one -> one.human().status())
          .about("waitlisted, invited, active or rejected.")
          .text("use_case", one -> one.entry().answers().useCase())
          .about("Intended use.")
          .optionalText("expected_monthly_volume", one -> one.entry().answers().monthlyVolume())
          .about("Expected messages a month; absent when not stated.")
          .optionalText("industry", one -> one.entry().answers().industry())
          .about("Absent when not stated.")
          .optionalText("framework", one -> one.entry().answers().framework())
          .about("Agent framework in use; absent when not stated.")
          .optionalText("note", one -> one.entry().answers().note())
          .about("Free text; absent when there is none.")
          .time("created_at", one -> one.entry().createdAt())
          .build();
  private static final View<ListPage<Waiting>> WAITLISTED =
      Lists.of("Waitlist", "entries", WAITING);

  private static final View<SignUpStatus> SIGN_UP =
      View.<SignUpStatus>of("SignUpState")
          .text("signup", MODES, status -> status.mode().wireName())
          .about(
              "waitlist: new humans join the waitlist. invite_only: only with an invite."
                  + " open: anyone can register.")
          .text(
              "waitlist",
              Shapes.choice("open", "closed"),
              status -> status.waitlistOpen() ? "open" : "closed")
          .about("Whether the waitlist takes new entries.")
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
            .summary("List the waitlist, for operators.")
            .fields(Paging.FIELDS)
            .answersOk(WAITLISTED, "A page of the waitlist.")
            .handledBy(
                call ->
                    Response.ok(
                        WAITLISTED,
                        paging.answer(
                            call, signUps.waitlist().list(call.caller(), paging.request(call))))),
        row(Operation.post("rejectWaiting", PATH + "/waitlist/{entry_id}/reject"))
            .summary("Reject a waitlist entry.")
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
            .summary("List invites, including used and expired ones, for operators.")
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
                                .map(invite -> view(invite, null))))),
        row(Operation.post("createInvite", PATH + "/invites"))
            .summary("Invite a person by mailing a single-use code, valid for 24 hours.")
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
            .summary("Change the sign-up mode.")
            .description(OPERATORS)
            .field(MODE)
            .field(WAITLIST)
            .answersOk(SIGN_UP, "The new state.")
            .handledBy(this::updateSignUp),
        Operation.post("redeemInvite", "/v0/console/invites/redeem")
            .tag("Console")
            .access(AccessRule.HUMAN)
            .with(Trait.OF_CONSOLE, Trait.OPEN_TO_EVERY_HUMAN)
            .summary("Redeem an invite and create the human's organization.")
            .description(
                "403 invite_invalid when the code is wrong, used, expired, revoked or bound to"
                    + " another address; five failures in a row lock redemption for an hour.")
            .field(CODE)
            .errors(ErrorCode.INVITE_INVALID)
            .answersOk(ConsoleRoutes.PROFILE, "The human, now active.")
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
                call.once(200, CREATED, created -> view(created.invite(), null)));
    return Response.ok(CREATED, view(made.invite(), made.text())).with("Cache-Control", "no-store");
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

  private InviteView view(Invite invite, @Nullable String text) {
    return new InviteView(invite, mailbox.context().now(), text);
  }
}
