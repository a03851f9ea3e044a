package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.access.DirectedCode;
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

/** Codes that a human hands to an agent, and the inbox the human then takes over. */
public final class DirectedCodeRoutes {
  private static final String TAG = "Sign-up";
  private static final String PATH = "/v0/agent/codes";
  private static final String OWNERS =
      "Owners only, verified lately: 401 step_up_required otherwise.";
  private static final Field<String> CODE_ID = Field.path("code_id", "The code.");
  private static final Field<String> POD_ID =
      Field.of("pod_id", Shapes.text(), "Where the inbox will be; the default pod if left out.");
  private static final Field<String> NOTE =
      Field.of("note", Shapes.text(0, DirectedCodes.MAX_NOTE_CHARACTERS), "Your own words.");
  private static final Field<String> CLAIM_CODE =
      Field.of("claim_code", Shapes.text(1, 64), "What the agent forwarded.").required();

  /** A code as it is answered; the code itself only when it was just made. */
  private record Shown(DirectedCode code, Instant now, @Nullable String text) {}

  private static final View<Shown> CODE =
      View.<Shown>of("DirectedCode")
          .text("code_id", shown -> shown.code().id())
          .text("first_group", shown -> shown.code().firstGroup())
          .about("To tell codes apart.")
          .text("pod_id", shown -> shown.code().podId())
          .optionalText("note", shown -> shown.code().note())
          .word(
              "status",
              CodeStatus.values(),
              CodeStatus::wireName,
              shown -> shown.code().status(shown.now()))
          .time("created_at", shown -> shown.code().createdAt())
          .time("expires_at", shown -> shown.code().expiresAt())
          .build();
  private static final View<Shown> CREATED =
      View.<Shown>of("CreatedDirectedCode")
          .include(CODE)
          .optionalText("invite_code", Shown::text)
          .about("Give it to the agent. Shown this once, left out when the answer is repeated.")
          .build();
  private static final View<ListPage<Shown>> CODES = Lists.of("DirectedCodeList", "codes", CODE);

  private record ClaimedInbox(Claimed claimed, @Nullable String apiKey) {}

  private static final View<ClaimedInbox> CLAIMED =
      View.<ClaimedInbox>of("ClaimedInbox")
          .object("inbox", InboxRoutes.INBOX, shown -> shown.claimed().inbox())
          .about("It receives now.")
          .optionalText("api_key", ClaimedInbox::apiKey)
          .about(
              "The agent's new key, which sees this inbox only. Shown this once, left out when the"
                  + " answer is repeated.")
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
            .summary("Make a code with which an agent signs up once, within 24 hours.")
            .description(OWNERS)
            .field(POD_ID)
            .field(NOTE)
            .answersOk(CREATED, "The code; shown in full this once.")
            .handledBy(this::create),
        row(Operation.get("listCodes", PATH))
            .summary("Codes for agents, used and expired ones too.")
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
                                .map(code -> shown(code, null))))),
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
            .summary("Claim the inbox that an agent made.")
            .description(
                OWNERS
                    + " Within 24 hours; 404 for a code that is wrong, used or expired. The agent's"
                    + " restricted key is revoked.")
            .field(CLAIM_CODE)
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
                call.once(200, CREATED, created -> shown(created.code(), null)));
    return Response.ok(CREATED, shown(made.code(), made.text())).with("Cache-Control", "no-store");
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

  private Shown shown(DirectedCode code, @Nullable String text) {
    return new Shown(code, mailbox.context().now(), text);
  }
}
