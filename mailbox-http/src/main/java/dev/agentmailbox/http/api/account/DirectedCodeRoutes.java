package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.api.message.InboxRoutes;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.signup.Claims.Claimed;
import dev.agentmailbox.service.signup.DirectedCodes;
import dev.agentmailbox.service.signup.DirectedCodes.Created;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Directed codes, which humans hand to agents for sign-up, and claiming the resulting inbox. */
public final class DirectedCodeRoutes {
  private static final String TAG = "Sign-up";
  private static final String PATH = "/v0/agent/codes";
  private static final String OWNERS =
      "Owners only; 401 step_up_required without a recent verification.";
  private static final Field<String> CODE_ID = Field.path("code_id", "The code.");
  private static final Field<String> POD_ID =
      Field.of("pod_id", Shapes.text(), "Where the inbox will be; the default pod if left out.");
  private static final Field<String> NOTE =
      Field.of("note", Shapes.text(0, DirectedCodes.MAX_NOTE_CHARACTERS), "Free text, for people.");
  private static final Field<String> CLAIM_CODE =
      Field.of("claim_code", Shapes.text(1, 64), "The claim code that the agent forwarded.")
          .required();

  /** A directed code with its text, which is present only on creation. */
  private record CodeView(DirectedCode code, Instant now, @Nullable String text) {}

  private static final View<CodeView> CODE =
      View.<CodeView>of("DirectedCode")
          .text("code_id", view -> view.code().id())
          .about("Identifier of the code, for listing and revoking; not secret.")
          .text("first_group", view -> view.code().firstGroup())
          .about("First group of characters of the code, to recognize it by.")
          .text("pod_id", view -> view.code().podId())
          .about("Pod in which the code creates its inbox.")
          .optionalText("note", view -> view.code().note())
          .about("Free text of the human who made the code; absent when there is none.")
          .word(
              "status",
              CodeStatus.values(),
              CodeStatus::wireName,
              view -> view.code().status(view.now()))
          .about("active, used, expired (24 hours after creation) or revoked.")
          .time("created_at", view -> view.code().createdAt())
          .time("expires_at", view -> view.code().expiresAt())
          .about("When the code expires.")
          .build();
  private static final View<CodeView> CREATED =
      View.<CodeView>of("CreatedDirectedCode")
          .include(CODE)
          .optionalText("invite_code", CodeView::text)
          .about(
              "The code to hand to the agent. Returned only on creation; absent from"
                  + " replayed responses.")
          .build();
  private static final View<ListPage<CodeView>> CODES = Lists.of("DirectedCodeList", "codes", CODE);

  private record ClaimedInbox(Claimed claimed, @Nullable String apiKey) {}

  private static final View<ClaimedInbox> CLAIMED =
      View.<ClaimedInbox>of("ClaimedInbox")
          .object("inbox", InboxRoutes.INBOX, view -> view.claimed().inbox())
          .about("The inbox, which receives mail from now on.")
          .optionalText("api_key", ClaimedInbox::apiKey)
          .about(
              "The agent's new key, scoped to this inbox. Returned only once; absent from"
                  + " replayed responses.")
          .build();

  private final Mailbox mailbox;
  private final Paging paging;

  public DirectedCodeRoutes(Mailbox mailbox, Paging paging) {
    this.mailbox = mailbox;
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        row(Operation.post("createCode", PATH))
            .summary("Create a single-use sign-up code for an agent, valid for 24 hours.")
            .description(OWNERS)
            .field(POD_ID)
            .field(NOTE)
            .answersOk(CREATED, "The code, with its text.")
            .handledBy(this::create),
        row(Operation.get("listCodes", PATH))
            .summary("List sign-up codes for agents, including used and expired ones.")
            .description("Owners only.")
            .fields(Paging.FIELDS)
            .answersOk(CODES, "A page of codes.")
            .handledBy(
                call ->
                    Response.ok(
                        CODES,
                        paging.answer(
                            call,
                            mailbox
                                .signUps()
                                .directedCodes()
                                .list(call.caller(), paging.request(call))
                                .map(code -> view(code, null))))),
        row(Operation.delete("revokeCode", PATH + "/{code_id}"))
            .summary("Revoke a code.")
            .description(OWNERS)
            .field(CODE_ID)
            .answersNoContent("Revoked.")
            .handledBy(
                call -> {
                  mailbox.signUps().directedCodes().revoke(call.caller(), call.get(CODE_ID));
                  return Response.noContent();
                }),
        row(Operation.post("claimInbox", "/v0/agent/claim"))
            .summary("Claim an inbox created by an agent.")
            .description(
                OWNERS
                    + " Within 24 hours; 404 when the code is wrong, used or expired. The agent's"
                    + " restricted key is revoked.")
            .field(CLAIM_CODE)
            .errors(ErrorCode.NOT_FOUND)
            .answersOk(CLAIMED, "The inbox and the agent's new key.")
            .handledBy(this::claim));
  }

  private static OperationBuilder row(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN);
  }

  private Response create(Request call) {
    Created made =
        mailbox
            .signUps()
            .directedCodes()
            .create(
                call.caller(),
                call.find(POD_ID).orElse(null),
                call.find(NOTE).orElse(null),
                call.once(200, CREATED, created -> view(created.code(), null)));
    return Response.ok(CREATED, view(made.code(), made.text())).with("Cache-Control", "no-store");
  }

  private Response claim(Request call) {
    Claimed made =
        mailbox
            .signUps()
            .claims()
            .claim(
                call.caller(),
                call.get(CLAIM_CODE),
                call.once(200, CLAIMED, claimed -> new ClaimedInbox(claimed, null)));
    return Response.ok(CLAIMED, new ClaimedInbox(made, made.secret().reveal()))
        .with("Cache-Control", "no-store");
  }

  private CodeView view(DirectedCode code, @Nullable String text) {
    return new CodeView(code, mailbox.context().now(), text);
  }
}
