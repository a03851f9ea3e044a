package dev.agentmailbox.http.docs.examples;

import dev.agentmailbox.http.Deliveries;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A shop's support desk: its inboxes, and the customer whose lamp of order 7 arrived broken. */
final class MailStory {
  static final String CUSTOMER = "ana@example.com";
  private static final String LABELS =
      "{\"add_labels\":[\"order-7\"],\"remove_labels\":[\"unread\"]}";

  private final Recorder to;
  private final MailboxFixture fixture;

  /** The pod of the support desk. */
  final String pod;

  final Inbox inbox;

  /** {@code /v0/inboxes/support@…}. */
  final String box;

  final String podPath;

  /** The organization, the pod and the inbox. */
  final List<String> levels;

  private String thread = "";

  private MailStory(Recorder to) {
    this.to = to;
    this.fixture = to.fixture;
    to.get("/v0/auth/me");
    to.get("/v0/organizations");
    to.human("PATCH", "/v0/organizations", "{\"name\":\"Lamp shop\"}");
    JsonNode made = to.post("/v0/pods", "{\"name\":\"Support\",\"client_id\":\"support-desk\"}");
    pod = made.get("pod_id").stringValue();
    podPath = "/v0/pods/" + pod;
    JsonNode support =
        to.post(
            "/v0/inboxes",
            """
            {"username":"support","display_name":"Example Shop Support","client_id":"support-inbox",
             "metadata":{"team":"support"},"pod_id":"%s"}"""
                .formatted(pod));
    String address = support.get("inbox_id").stringValue();
    inbox = fixture.mailbox.inboxes().get(fixture.mailbox.owner(), address);
    box = "/v0/inboxes/" + address;
    levels = List.of("/v0", podPath, box);
  }

  /** Tells it, with everything that is about received mail. */
  static MailStory of(Recorder to) {
    MailStory story = new MailStory(to);
    story.inboxes();
    story.message();
    story.threads();
    story.held();
    return story;
  }

  private void inboxes() {
    to.get("/v0/pods");
    to.get(podPath);
    to.post(podPath + "/inboxes", "{\"username\":\"returns\",\"display_name\":\"Returns\"}");
    for (String level : List.of("/v0", podPath)) {
      to.get(level + "/inboxes");
      to.get(level + "/inboxes/search?q=support");
      String one = level + "/inboxes/" + inbox.address();
      to.get(one);
      to.patch(one, "{\"display_name\":\"Example Shop Care\",\"metadata\":{\"team\":\"care\"}}");
    }
    to.call("POST", box + "/pause", null);
    to.call("POST", box + "/resume", null);
    to.delete("/v0/inboxes/returns@agents.localhost");
    to.post("/v0/inboxes", "{\"username\":\"sales\",\"pod_id\":\"" + pod + "\"}");
    to.delete(podPath + "/inboxes/sales@agents.localhost");
    JsonNode trial = to.post("/v0/pods", "{\"name\":\"Trial\"}");
    to.delete("/v0/pods/" + trial.get("pod_id").stringValue());
  }

  /** A mail of plain text. */
  private void deliver(String from, String subject, String text) {
    Deliveries.raw(
        fixture,
        inbox,
        from,
        "From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d@example.com>\r\nDate: Mon, 02 Nov 2026 08:59:40 +0000\r\n\r\n%s\r\n"
            .formatted(from, inbox.address(), subject, subject.hashCode() & 0xffff, text));
  }

  private void message() {
    Deliveries.raw(
        fixture,
        inbox,
        CUSTOMER,
        """
        From: Ana Silva <ana@example.com>
        To: Example Shop Support <%s>
        Cc: Ben Silva <ben@example.com>
        Subject: Order 7: the lamp arrived broken
        Message-ID: <order-7@example.com>
        Date: Mon, 02 Nov 2026 08:59:40 +0000
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=cut

        --cut
        Content-Type: text/plain; charset=utf-8

        Hello,

        the lamp of order 7 arrived with a broken shade. Can you send a new one?

        Ana
        --cut
        Content-Type: text/plain; name=order.txt
        Content-Disposition: attachment; filename=order.txt

        Order 7: desk lamp, 1 piece
        --cut--
        """
            .formatted(inbox.address())
            .replace("\n", "\r\n"));
    JsonNode item = to.get(box + "/messages?limit=10").get("messages").get(0);
    String message = item.get("message_id").stringValue();
    thread = item.get("thread_id").stringValue();
    String one = box + "/messages/" + message;
    JsonNode full = to.get(one);
    to.get(box + "/messages/search?q=lamp");
    to.get(one + "/rendered");
    to.get(one + "/raw");
    String file = full.get("attachments").get(0).get("attachment_id").stringValue();
    String url = to.get(one + "/attachments/" + file).get("download_url").stringValue();
    to.get(url.substring(MailboxFixture.ORIGIN.length()));
    to.patch(one, LABELS);
    to.post(box + "/messages/batch-get", "{\"message_ids\":[\"" + message + "\"]}");
    to.post(
        box + "/messages/batch-update",
        "{\"message_ids\":[\"" + message + "\"],\"add_labels\":[\"broken\"]}");
    for (String level : levels) {
      to.get(level + "/threads/" + thread + "/attachments/" + file);
    }
  }

  private void threads() {
    to.call("PUT", box + "/threads/" + thread + "/lock", null);
    to.delete(box + "/threads/" + thread + "/lock");
    for (String level : levels) {
      to.get(level + "/threads?limit=10");
      to.get(level + "/threads/search?q=lamp");
      to.get(level + "/threads/" + thread);
      to.patch(level + "/threads/" + thread, "{\"add_labels\":[\"urgent\"]}");
      deliver("news@example.net", "Autumn offers " + level.length(), "Save now.");
      String other = newestThread();
      to.delete(level + "/threads/" + other);
    }
    deliver("news@example.net", "Winter offers", "Save again.");
    to.delete(box + "/messages/" + newest());
  }

  private void held() {
    to.patch(box + "/policy", "{\"hold\":[\"unknown_sender\",\"executable_attachment\"]}");
    deliver("carol@example.org", "Where is order 9?", "I have not heard from you since Monday.");
    JsonNode held = to.get("/v0/held-messages").get("messages").get(0);
    to.call("POST", box + "/messages/" + held.get("message_id").stringValue() + "/release", null);
  }

  /** The thread of the customer's message. */
  String thread() {
    return thread;
  }

  /** The id of the newest message, not recorded. */
  private String newest() {
    return latest("messages", "message_id");
  }

  private String newestThread() {
    return latest("threads", "thread_id");
  }

  private String latest(String what, String id) {
    return MailboxFixture.json(fixture.get(box + "/" + what + "?limit=1"))
        .get(what)
        .get(0)
        .get(id)
        .stringValue();
  }

  /** The id of the customer's message. */
  String question() {
    JsonNode found =
        MailboxFixture.json(fixture.get(box + "/messages?subject=lamp&limit=1&ascending=true"));
    return found.get("messages").get(0).get("message_id").stringValue();
  }
}
