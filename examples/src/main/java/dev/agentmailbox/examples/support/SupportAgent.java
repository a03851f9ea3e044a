package dev.agentmailbox.examples.support;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * A support agent with approvals, on a running server: it reads each mail that wakes it, replies
 * once, and labels the thread with the state of the reply. A reply that the policy wants a human to
 * approve waits on the server; the agent learns the decision from an event. {@link Reviewer} is the
 * human's side.
 *
 * <pre>{@code
 * MAILBOX_API_KEY=sk_… java … dev.agentmailbox.examples.support.SupportAgent desk@agents.localhost
 * }</pre>
 *
 * <p>It may be stopped anywhere: an event handled again has no second effect. Not thread safe.
 */
public final class SupportAgent {
  /** Label of a thread whose reply waits for a human. */
  public static final String AWAITING_APPROVAL = "awaiting-approval";

  /** Label of a thread whose reply has left. */
  public static final String ANSWERED = "answered";

  /** Label of a thread that is left to a human. */
  public static final String NEEDS_HUMAN = "needs-human";

  private static final String UNREAD = "unread";
  private static final String TYPES =
      "message.received,message.released,approval.requested,approval.decided,message.sent";

  /** How often events are read when no signal comes. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * What the agent did.
   *
   * @param note of the human who decided; empty for none
   */
  public record Step(String threadId, String label, String note) {}

  private final MailboxApi api;
  private final String inbox;
  private final String inboxPath;
  private final Path cursorFile;
  private final UnaryOperator<String> mind;
  private final Consumer<Step> steps;

  /**
   * Creates an agent for one inbox.
   *
   * @param cursorFile keeps the position in the events; absent before the first start
   * @param mind produces the reply to a text that a stranger wrote
   * @param steps called after each change of a thread's label
   */
  public SupportAgent(
      MailboxApi api,
      String inbox,
      Path cursorFile,
      UnaryOperator<String> mind,
      Consumer<Step> steps) {
    this.api = api;
    this.inbox = inbox;
    this.inboxPath = "/inboxes/" + inbox;
    this.cursorFile = cursorFile;
    this.mind = mind;
    this.steps = steps;
  }

  /** Follows the inbox named by the first argument until the process ends. */
  public static void main(String[] args) throws InterruptedException {
    URI server = URI.create(System.getenv().getOrDefault("MAILBOX_URL", "http://localhost:8080"));
    new SupportAgent(
            MailboxApi.withKey(server, System.getenv("MAILBOX_API_KEY")),
            args[0],
            Path.of("support-agent.cursor"),
            asked -> "Thank you. Follow your order at https://shop.example/orders.",
            System.out::println)
        .follow();
  }

  /** Handles events as they come, until the thread is interrupted. */
  public void follow() throws InterruptedException {
    try (EventSignal events = new EventSignal(api)) {
      while (true) {
        events.await(PATIENCE);
        try {
          work();
        } catch (IOException e) {
          // The cursor has not moved: these events come again.
          System.err.println("later again: " + e.getMessage());
        }
      }
    }
  }

  /** Handles the events since the last call. */
  void work() throws IOException, InterruptedException {
    JsonNode page;
    do {
      String after =
          Files.exists(cursorFile)
              ? "&after=" + URLEncoder.encode(Files.readString(cursorFile), StandardCharsets.UTF_8)
              : "";
      page = api.get("/events?types=" + TYPES + "&inbox_ids=" + inbox + after);
      for (JsonNode event : page.path("events")) {
        handle(event);
      }
      Path next = cursorFile.resolveSibling(cursorFile.getFileName() + ".next");
      Files.writeString(next, page.path("cursor").asString());
      Files.move(next, cursorFile, StandardCopyOption.ATOMIC_MOVE);
    } while (page.path("has_more").asBoolean());
  }

  private void handle(JsonNode event) throws IOException, InterruptedException {
    String thread = event.path("thread_id").asString("");
    if (thread.isEmpty()) {
      // Mail that begins a thread is not an answer.
      return;
    }
    try {
      switch (event.path("event_type").asString()) {
        case "approval.requested" -> label(thread, AWAITING_APPROVAL, "");
        case "approval.decided" -> decided(thread, event.path("data"));
        case "message.sent" -> label(thread, ANSWERED, "");
        default -> {
          if (event.path("data").path("wake").asBoolean()) {
            answer(thread, event.path("message_id").asString());
          }
        }
      }
    } catch (MailboxApi.Refused e) {
      // Deleted meanwhile.
      if (!e.code().equals("not_found")) {
        throw e;
      }
    }
  }

  private void answer(String thread, String messageId) throws IOException, InterruptedException {
    String path = inboxPath + "/messages/" + messageId;
    JsonNode mail = api.get(path);
    if (mail.path("labels").valueStream().noneMatch(label -> label.asString().equals(UNREAD))) {
      return;
    }
    String text = mind.apply(mail.path("extracted_text").asString(""));
    try {
      var unused = api.post(path + "/reply", "answer-" + messageId, Map.of("text", text));
    } catch (MailboxApi.Refused e) {
      if (e.isTemporary()) {
        throw e;
      }
      // After a restart: the answer exists, with another text. Otherwise a check refused this one.
      if (!e.code().equals("idempotency_conflict")) {
        label(thread, NEEDS_HUMAN, e.code());
      }
    }
    var unused = api.patch(path, Map.of("remove_labels", List.of(UNREAD)));
  }

  private void decided(String thread, JsonNode data) throws IOException, InterruptedException {
    if (data.path("decision").asString().equals("approved")) {
      // It leaves by itself: message.sent follows.
      return;
    }
    JsonNode approval = api.get("/approvals/" + data.path("approval_id").asString());
    label(thread, NEEDS_HUMAN, approval.path("note").asString(""));
  }

  /** Gives the thread this label in place of the others of the agent. */
  private void label(String thread, String label, String note)
      throws IOException, InterruptedException {
    List<String> others =
        List.of(AWAITING_APPROVAL, ANSWERED, NEEDS_HUMAN).stream()
            .filter(other -> !other.equals(label))
            .toList();
    var unused =
        api.patch(
            inboxPath + "/threads/" + thread,
            Map.of("add_labels", List.of(label), "remove_labels", others));
    steps.accept(new Step(thread, label, note));
  }
}
