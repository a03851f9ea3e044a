package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.api.access.ConsoleRoutes;
import dev.agentmailbox.http.api.common.EmailFields;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.service.account.Member;
import dev.agentmailbox.service.account.Members;
import java.util.List;

/** The humans of an organization. */
public final class MemberRoutes {
  private static final String TAG = "Members";
  private static final String PATH = "/v0/organizations/members";
  private static final String VERIFIED =
      "Owners only; 401 step_up_required without a recent verification.";
  private static final Field<String> USER_ID = Field.path("user_id", "The human.");
  private static final Field<String> EMAIL =
      Field.of("email", EmailFields.SHAPE, "Where the human gets sign-in codes.").required();
  private static final Field<Role> ROLE =
      Field.of(
              "role",
              ConsoleRoutes.ROLE,
              "owner may do everything; approver decides approvals, releases held mail,"
                  + " locks threads and reads.")
          .required();

  private static final View<Member> MEMBER =
      View.<Member>of("Member")
          .text("user_id", member -> member.human().id())
          .about("Identifier of the human.")
          .text("email", member -> member.human().email())
          .about("Address that sign-in codes are sent to.")
          .text("role", ConsoleRoutes.ROLE, member -> member.membership().role().wireName())
          .about(
              "owner may do everything; approver decides approvals, releases held mail,"
                  + " locks threads and reads.")
          .text(
              "status",
              ConsoleRoutes.MEMBER_STATUS,
              member -> member.membership().status().wireName())
          .about("pending until the human accepts, and without access until then; then active.")
          .time("created_at", member -> member.membership().createdAt())
          .about("When the human was added.")
          .time("updated_at", member -> member.membership().updatedAt())
          .build();
  private static final View<ListPage<Member>> MEMBERS = Lists.of("MemberList", "members", MEMBER);

  private final Members members;
  private final Paging paging;

  public MemberRoutes(Mailbox mailbox, Paging paging) {
    this.members = mailbox.members();
    this.paging = paging;
  }

  public List<Operation> rows() {
    return List.of(
        row(Operation.get("listMembers", PATH))
            .summary("List the members of the organization.")
            .fields(Paging.FIELDS)
            .answersOk(MEMBERS, "A page of members.")
            .handledBy(
                call ->
                    Response.ok(
                        MEMBERS,
                        paging.answer(call, members.list(call.caller(), paging.request(call))))),
        row(Operation.post("addMember", PATH))
            .summary(
                "Invite a human to become a member; the membership is pending until accepted"
                    + " at sign-in.")
            .description(
                VERIFIED
                    + " 409 conflict with reason already_member. An address of the service's own"
                    + " mail domains is refused, because agents read its mail. All owners are"
                    + " notified of a new owner by mail.")
            .field(EMAIL)
            .field(ROLE)
            .answersOk(MEMBER, "The member.")
            .handledBy(
                call ->
                    Response.ok(
                        MEMBER,
                        members.add(
                            call.caller(),
                            call.get(EMAIL),
                            call.get(ROLE),
                            call.once(200, MEMBER)))),
        row(Operation.patch("updateMember", PATH + "/{user_id}"))
            .summary("Change a member's role.")
            .description(VERIFIED + " 409 conflict with reason last_owner.")
            .field(USER_ID)
            .field(ROLE)
            .errors(ErrorCode.CONFLICT)
            .answersOk(MEMBER, "The changed member.")
            .handledBy(
                call ->
                    Response.ok(
                        MEMBER, members.update(call.caller(), call.get(USER_ID), call.get(ROLE)))),
        row(Operation.delete("removeMember", PATH + "/{user_id}"))
            .summary("Remove a member.")
            .description(VERIFIED + " 409 conflict with reason last_owner.")
            .field(USER_ID)
            .errors(ErrorCode.CONFLICT)
            .answersNoContent("Removed.")
            .handledBy(
                call -> {
                  members.remove(call.caller(), call.get(USER_ID));
                  return Response.noContent();
                }));
  }

  private static OperationBuilder row(OperationBuilder row) {
    return row.tag(TAG).access(AccessRule.HUMAN);
  }
}
