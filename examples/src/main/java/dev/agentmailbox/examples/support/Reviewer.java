package dev.agentmailbox.examples.support;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The human's side of approvals: what the console does, for a chat bot or a ticket system of your
 * own. Only a signed-in human may decide; a key is refused. Thread safe.
 */
public final class Reviewer {
  private final MailboxApi api;

  /**
   * Creates a reviewer.
   *
   * @param api signed in as an owner or an approver
   */
  public Reviewer(MailboxApi api) {
    this.api = api;
  }

  /**
   * A mail that waits.
   *
   * @param flags why it waits
   * @param contentHash SHA-256 of the exact bytes that leave after approval
   */
  public record Pending(
      String approvalId, String sendId, String threadId, List<String> flags, String contentHash) {
    private static Pending of(JsonNode approval) {
      return new Pending(
          approval.path("approval_id").asString(),
          approval.path("send_id").asString(),
          approval.path("thread_id").asString(""),
          approval.path("flags").valueStream().map(JsonNode::asString).toList(),
          approval.path("content_hash").asString());
    }
  }

  /**
   * Sets which mail of an inbox waits; takes an owner who signed in a few minutes ago.
   *
   * @param flags {@code first_contact}, {@code has_links}, {@code has_attachments}, {@code
   *     many_recipients}
   */
  public void requireApproval(String inbox, List<String> flags)
      throws IOException, InterruptedException {
    var unused = api.patch("/inboxes/" + inbox + "/policy", Map.of("approval_flags", flags));
  }

  /** The mails that wait. */
  public List<Pending> pending() throws IOException, InterruptedException {
    return api.get("/approvals?status=pending")
        .path("approvals")
        .valueStream()
        .map(Pending::of)
        .toList();
  }

  /**
   * The mail as its recipients will see it, for display.
   *
   * @throws IllegalStateException the approval is for another mail
   */
  public JsonNode read(Pending pending) throws IOException, InterruptedException {
    JsonNode mail = api.get("/approvals/" + pending.approvalId() + "/message");
    if (!mail.path("content_hash").asString().equals(pending.contentHash())) {
      throw new IllegalStateException("the approval is for another mail");
    }
    return mail;
  }

  /** Lets the mail leave. */
  public void approve(Pending pending) throws IOException, InterruptedException {
    decide(pending, "approve", Map.of());
  }

  /**
   * Stops the mail.
   *
   * @param note for the agent, at most 500 characters
   */
  public void reject(Pending pending, String note) throws IOException, InterruptedException {
    decide(pending, "reject", Map.of("note", note));
  }

  private void decide(Pending pending, String verb, Map<String, String> body)
      throws IOException, InterruptedException {
    var unused =
        api.post(
            "/approvals/" + pending.approvalId() + "/" + verb,
            verb + "-" + pending.approvalId(),
            body);
  }
}
