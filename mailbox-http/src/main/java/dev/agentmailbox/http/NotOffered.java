package dev.agentmailbox.http;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Trait;
import java.util.ArrayList;
import java.util.List;

/** Paths that other mail APIs have and this one does not: {@code not_implemented}. */
final class NotOffered {
  private static final String NOT_PLANNED = "not_planned";
  private static final String PHASE_2 = "phase_2";
  private static final String TAG = "Not offered";

  private NotOffered() {}

  static List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    for (String area : List.of("domains", "calendar", "files", "accounts")) {
      String reason = area.equals("domains") ? NOT_PLANNED : PHASE_2;
      everything(rows, "/v0/" + area + "/{rest...}", area, reason);
    }
    everything(rows, "/v0/webhooks/polling", "webhookPolling", NOT_PLANNED);
    rows.add(
        Operation.post("authorizeInbox", "/v0/inboxes/{inbox_id}/authorize")
            .tag(TAG)
            .summary("Not offered: use a key that is scoped to the inbox.")
            .field(Field.path("inbox_id", "The inbox."))
            .refusing(notImplemented(NOT_PLANNED))
            .build());
    rows.add(publicPost("createHuman", "/v0/agent/human"));
    rows.add(publicPost("verifyHuman", "/v0/agent/verify"));
    return rows;
  }

  private static Operation publicPost(String id, String path) {
    return Operation.post(id, path)
        .tag(TAG)
        .access(AccessRule.PUBLIC)
        .summary("Not offered.")
        .refusing(notImplemented(NOT_PLANNED))
        .build();
  }

  private static void everything(List<Operation> rows, String path, String id, String reason) {
    for (HttpMethod method : HttpMethod.values()) {
      rows.add(
          Operation.row(id + method, method, path)
              .with(Trait.HIDDEN)
              .refusing(notImplemented(reason))
              .build());
    }
  }

  private static MailboxException notImplemented(String reason) {
    return MailboxException.of(ErrorCode.NOT_IMPLEMENTED, "this operation is not offered")
        .with("reason", reason);
  }
}
