package dev.agentmailbox.http;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.PathTemplate;
import java.util.ArrayList;
import java.util.List;

/**
 * What only a human does (decisions, section 4), on exactly the method and path a human would use.
 * Where a row does it, that row stands in for the one here.
 */
final class HumanOnly {
  private static final List<String> SCOPES =
      List.of("/v0", "/v0/pods/{pod_id}", "/v0/inboxes/{inbox_id}");

  private HumanOnly() {}

  static List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    for (String scope : SCOPES) {
      String of = scopeName(scope);
      rows.add(row("create" + of + "ApiKey", HttpMethod.POST, scope + "/api-keys"));
      rows.add(row("update" + of + "ApiKey", HttpMethod.PATCH, scope + "/api-keys/{api_key_id}"));
      rows.add(row("revoke" + of + "ApiKey", HttpMethod.DELETE, scope + "/api-keys/{api_key_id}"));
      rows.add(row("update" + of + "Policy", HttpMethod.PATCH, scope + "/policy"));
      webhooks(rows, of, scope + "/webhooks");
    }
    String inbox = "/v0/inboxes/{inbox_id}";
    rows.add(row("pauseInbox", HttpMethod.POST, inbox + "/pause"));
    rows.add(row("resumeInbox", HttpMethod.POST, inbox + "/resume"));
    rows.add(row("releaseMessage", HttpMethod.POST, inbox + "/messages/{message_id}/release"));
    rows.add(row("lockThread", HttpMethod.PUT, inbox + "/threads/{thread_id}/lock"));
    rows.add(row("unlockThread", HttpMethod.DELETE, inbox + "/threads/{thread_id}/lock"));
    rows.add(row("approveSend", HttpMethod.POST, "/v0/approvals/{approval_id}/approve"));
    rows.add(row("rejectSend", HttpMethod.POST, "/v0/approvals/{approval_id}/reject"));
    rows.add(row("suspendSending", HttpMethod.POST, "/v0/organizations/suspend"));
    rows.add(row("resumeSending", HttpMethod.POST, "/v0/organizations/resume"));
    rows.add(row("createCode", HttpMethod.POST, "/v0/agent/codes"));
    rows.add(row("listCodes", HttpMethod.GET, "/v0/agent/codes"));
    rows.add(row("revokeCode", HttpMethod.DELETE, "/v0/agent/codes/{code_id}"));
    rows.add(row("claimInbox", HttpMethod.POST, "/v0/agent/claim"));
    organization(rows);
    return rows;
  }

  private static void organization(List<Operation> rows) {
    String members = "/v0/organizations/members";
    rows.add(row("listMembers", HttpMethod.GET, members));
    rows.add(row("addMember", HttpMethod.POST, members));
    rows.add(row("updateMember", HttpMethod.PATCH, members + "/{user_id}"));
    rows.add(row("removeMember", HttpMethod.DELETE, members + "/{user_id}"));
    String operator = "/v0/operator";
    rows.add(row("pauseSending", HttpMethod.POST, operator + "/sending/pause"));
    rows.add(row("restartSending", HttpMethod.POST, operator + "/sending/resume"));
    rows.add(row("listOrganizations", HttpMethod.GET, operator + "/organizations"));
    rows.add(row("updatePlan", HttpMethod.PATCH, operator + "/organizations/{organization_id}"));
    rows.add(row("listWaitlist", HttpMethod.GET, operator + "/waitlist"));
    rows.add(row("listInvites", HttpMethod.GET, operator + "/invites"));
    rows.add(row("createInvite", HttpMethod.POST, operator + "/invites"));
    rows.add(row("updateSignUp", HttpMethod.PATCH, operator + "/sign-up"));
  }

  private static void webhooks(List<Operation> rows, String of, String path) {
    String one = path + "/{webhook_id}";
    rows.add(row("create" + of + "Webhook", HttpMethod.POST, path));
    rows.add(row("update" + of + "Webhook", HttpMethod.PATCH, one));
    rows.add(row("delete" + of + "Webhook", HttpMethod.DELETE, one));
    rows.add(row("update" + of + "WebhookHeaders", HttpMethod.PATCH, one + "/headers"));
    rows.add(row("enable" + of + "Webhook", HttpMethod.POST, one + "/enable"));
    rows.add(row("rotate" + of + "WebhookSecret", HttpMethod.POST, one + "/rotate-secret"));
    rows.add(row("test" + of + "Webhook", HttpMethod.POST, one + "/test"));
    rows.add(row("replay" + of + "Webhook", HttpMethod.POST, one + "/replay"));
  }

  private static String scopeName(String scope) {
    return switch (scope) {
      case "/v0/pods/{pod_id}" -> "Pod";
      case "/v0/inboxes/{inbox_id}" -> "Inbox";
      default -> "";
    };
  }

  private static Operation row(String id, HttpMethod method, String path) {
    Operation.Builder row =
        Operation.row(id, method, path)
            .access(AccessRule.HUMAN)
            .hidden()
            .refusing(
                MailboxException.of(
                    ErrorCode.HUMAN_REQUIRED, "only a human can do this, in the console"));
    for (String name : PathTemplate.parse(path).placeholders()) {
      row.field(Field.path(name, "Names the object."));
    }
    return row.build();
  }
}
