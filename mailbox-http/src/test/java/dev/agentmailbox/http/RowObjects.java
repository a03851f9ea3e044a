package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A mailbox with one object of every kind, and a good request for every row of the table. */
public final class RowObjects {
  /** Bodies by the row's id without the level it has in the middle. */
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("createPod", "{\"name\":\"another\"}"),
          Map.entry("createInbox", "{}"),
          Map.entry("updateInbox", "{\"display_name\":\"Orders\"}"),
          Map.entry("updateMessage", "{\"add_labels\":[\"seen\"]}"),
          Map.entry("updateThread", "{\"add_labels\":[\"seen\"]}"),
          Map.entry("batchGetMessages", "{\"message_ids\":[\"MESSAGE\"]}"),
          Map.entry(
              "batchUpdateMessages", "{\"message_ids\":[\"MESSAGE\"],\"add_labels\":[\"seen\"]}"),
          Map.entry("sendMessage", "{\"to\":[\"a@example.com\"],\"text\":\"x\"}"),
          Map.entry("checkMessage", "{\"to\":[\"a@example.com\"],\"text\":\"x\"}"),
          Map.entry("replyToMessage", "{\"text\":\"x\"}"),
          Map.entry("replyAllMessage", "{\"text\":\"y\"}"),
          Map.entry("forwardMessage", "{\"to\":[\"a@example.com\"],\"text\":\"x\"}"),
          Map.entry("updatePolicy", "{\"allow_bcc\":false}"),
          Map.entry("createListEntry", "{\"entry\":\"other.test\"}"),
          Map.entry("createDraft", "{\"text\":\"x\"}"),
          Map.entry("updateDraft", "{\"text\":\"y\"}"),
          Map.entry(
              "createWebhook",
              "{\"url\":\"https://hooks.example.com/x\",\"event_types\":[\"message.received\"]}"),
          Map.entry("updateWebhook", "{\"event_types\":[\"message.sent\"]}"),
          Map.entry("updateWebhookHeaders", "{\"headers\":{\"x-team\":\"a\"}}"),
          Map.entry("eraseAddress", "{\"address\":\"eve@evil.test\",\"dry_run\":true}"),
          Map.entry("updateOrganization", "{\"name\":\"Northwind\"}"),
          Map.entry(
              "createRule",
              "{\"kind\":\"domain\",\"domain\":\"client.test\",\"flags\":[\"has_links\"]}"),
          Map.entry("returnSend", "{\"note\":\"Ask first.\"}"),
          Map.entry("addMember", "{\"email\":\"new@example.com\",\"role\":\"approver\"}"),
          Map.entry("updateMember", "{\"role\":\"approver\"}"),
          Map.entry("createApiKey", "{\"name\":\"another\"}"),
          Map.entry("updateApiKey", "{\"name\":\"renamed\"}"),
          Map.entry("verifyStepUpCode", "{\"code\":\"123456\"}"),
          Map.entry("claimInbox", "{\"claim_code\":\"AAAA-AAAA\"}"),
          Map.entry("createInvite", "{\"email\":\"guest@example.com\"}"),
          Map.entry("updateSignUp", "{\"signup\":\"waitlist\"}"),
          Map.entry("verifyStepUpPasskey", "{\"credential\":{}}"),
          Map.entry("addPasskey", "{\"name\":\"phone\",\"credential\":{}}"),
          Map.entry(
              "addPushSubscription",
              "{\"endpoint\":\"https://push.example/1\",\"p256dh\":\"BA\",\"auth\":\"AA\"}"),
          Map.entry("removePushSubscription", "{\"endpoint\":\"https://push.example/1\"}"),
          Map.entry("redeemInvite", "{\"code\":\"MBX-AAAA-AAAA\"}"),
          Map.entry("chooseOrganization", "{\"organization_id\":\"org_other\"}"),
          Map.entry("updatePlan", "{\"plan\":{\"inbox_limit\":100}}"));

  public final Inbox inbox;

  /** An inbox in another pod. */
  public final Scope elsewhere;

  private final MailboxFixture fixture;
  private final String owner;
  private final Map<String, String> ids = new HashMap<>();

  public RowObjects(MailboxFixture fixture) {
    this.fixture = fixture;
    owner = fixture.signIn(fixture.human(Role.OWNER));
    inbox = fixture.mailbox.agent().createInbox("row-objects");
    String pod = made("/v0/pods", "{\"name\":\"elsewhere\"}", "pod_id");
    String other = made("/v0/inboxes", "{\"pod_id\":\"" + pod + "\"}", "inbox_id");
    elsewhere = Scope.inbox(inbox.organizationId(), pod, other);
    ids.put("inbox_id", inbox.address());
    ids.put("pod_id", inbox.podId());
    ids.put("organization_id", inbox.organizationId());
    ids.put("direction", "send");
    ids.put("type", "block");
    ids.put("entry", "blocked.test");
    mail();
    for (String level : new String[] {"/v0", "/v0/pods/" + inbox.podId(), box()}) {
      levelled(level);
    }
    ids.put("user_id", asOwner("/v0/organizations/members", BODIES.get("addMember"), "user_id"));
  }

  private String box() {
    return "/v0/inboxes/" + inbox.address();
  }

  private void mail() {
    JsonNode message = Deliveries.withFiles(fixture, inbox, 1);
    ids.put("message_id", message.get("message_id").stringValue());
    ids.put("thread_id", message.get("thread_id").stringValue());
    ids.put("attachment_id", message.get("attachments").get(0).get("attachment_id").stringValue());
    must(fixture.as(owner, "PATCH", box() + "/policy", "{\"approval_flags\":[\"has_links\"]}"));
    String send = "{\"to\":[\"b@example.com\"],\"text\":\"https://example.com\"}";
    ids.put("edited send", made(box() + "/messages/send", send, "send_id"));
    String edit = "{\"edit\":{\"text\":\"Hello\"}}";
    must(fixture.as(owner, "POST", "/v0/approvals/" + waiting() + "/approve", edit));
    ids.put("send_id", made(box() + "/messages/send", send, "send_id"));
    ids.put("approval_id", waiting());
    ids.put("rule_id", asOwner("/v0/rules", BODIES.get("createRule"), "rule_id"));
    String draft =
        "{\"to\":[\"c@example.com\"],\"text\":\"x\",\"attachments\":[{\"content\":\"eA==\"}]}";
    JsonNode drafted = must(fixture.post(box() + "/drafts", draft));
    ids.put("draft_id", drafted.get("draft_id").stringValue());
    ids.put(
        "draft attachment", drafted.get("attachments").get(0).get("attachment_id").stringValue());
  }

  private String waiting() {
    return must(fixture.get("/v0/approvals?status=pending"))
        .get("approvals")
        .get(0)
        .get("approval_id")
        .stringValue();
  }

  private void levelled(String level) {
    made(level + "/lists/send/block", "{\"entry\":\"blocked.test\"}", "entry");
    ids.put(
        level + "webhook_id",
        asOwner(level + "/webhooks", BODIES.get("createWebhook"), "webhook_id"));
    ids.put(level + "api_key_id", asOwner(level + "/api-keys", "{\"name\":\"k\"}", "api_key_id"));
  }

  private String made(String path, String body, String id) {
    return must(fixture.post(path, body)).get(id).stringValue();
  }

  private String asOwner(String path, @Nullable String body, String id) {
    return must(fixture.as(owner, "POST", path, body)).get(id).stringValue();
  }

  private static JsonNode must(HttpResponse<String> response) {
    assertTrue(response.statusCode() < 300, response.body());
    return MailboxFixture.json(response);
  }

  /** The path of a row with ids of objects that are there. */
  public String path(Operation row) {
    String path = row.path().text();
    for (String name : row.path().placeholders()) {
      path = path.replace("{" + name + "}", id(row.path().text(), name));
    }
    boolean searches =
        row.parameters().stream().anyMatch(field -> field.name().equals("q") && field.isRequired());
    return searches ? path + "?q=word" : path;
  }

  private String id(String path, String name) {
    if (name.equals("attachment_id") && path.contains("/drafts/")) {
      return value("draft attachment");
    }
    if (path.equals("/v0/sends/{send_id}/edit")) {
      return value("edited send");
    }
    if (name.equals("webhook_id") || name.equals("api_key_id")) {
      String level =
          path.startsWith("/v0/pods/")
              ? "/v0/pods/" + inbox.podId()
              : path.startsWith("/v0/inboxes/") ? box() : "/v0";
      return value(level + name);
    }
    return ids.getOrDefault(name, "missing_0000000000000000");
  }

  private String value(String name) {
    String id = ids.get(name);
    assertTrue(id != null, name);
    return String.valueOf(id);
  }

  /** A body that is right for the row; null when it takes none. */
  @Nullable
  public String body(Operation row) {
    if (!row.hasBody()) {
      return null;
    }
    String known = BODIES.get(row.id().replaceFirst("(?<=[a-z])(Pod|Inbox)(?=[A-Z])", ""));
    return known == null ? "{}" : known.replace("MESSAGE", value("message_id"));
  }

  /** Whether the row names something that only some callers see. */
  public boolean namesAnObject(Operation row) {
    return row.path().placeholders().stream()
        .anyMatch(name -> name.endsWith("_id") || name.equals("entry"));
  }
}
