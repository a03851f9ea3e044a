package dev.agentmailbox.examples.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.support.Reviewer.Pending;
import dev.agentmailbox.examples.support.SupportAgent.Step;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SupportAgentIT {
  private static final String INBOX = "desk@agents.localhost";
  private static final String CUSTOMER = "ann@client.test";
  private static final int MAX_WAIT_SECONDS = 60;

  @TempDir Path directory;
  private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
  private LocalServer server;
  private MailboxApi key;
  private Reviewer reviewer;
  private Thread agent;

  @BeforeEach
  void start() throws Exception {
    server = new LocalServer(directory);
    key = MailboxApi.withKey(URI.create(server.address()), LocalServer.KEY);
    key.post("/inboxes", "desk", Map.of("username", "desk"));
    reviewer = new Reviewer(MailboxApi.signedIn(server.ownerLink()));
    reviewer.requireApproval(INBOX, List.of("first_contact", "has_links"));
    agent = follow("cursor");
  }

  @AfterEach
  void stop() throws Exception {
    stop(agent);
    server.close();
  }

  /** A mind that sends a link to those who ask for one. */
  private Thread follow(String cursorFile) {
    SupportAgent working =
        new SupportAgent(
            key,
            INBOX,
            directory.resolve(cursorFile),
            asked ->
                asked.contains("link")
                    ? "Follow it at https://shop.test/orders/7"
                    : "You asked: " + asked.strip(),
            steps::add);
    Thread thread =
        new Thread(
            () -> {
              try {
                working.follow();
              } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }

  private static void stop(Thread agent) throws InterruptedException {
    agent.interrupt();
    agent.join(TimeUnit.SECONDS.toMillis(MAX_WAIT_SECONDS));
    assertTrue(!agent.isAlive(), "the agent goes on");
  }

  private Step step() throws InterruptedException {
    Step step = steps.poll(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
    assertTrue(step != null, "the agent did nothing");
    return step;
  }

  @Test
  void a_reply_that_is_no_risk_leaves_at_once() throws Exception {
    server.deliver(CUSTOMER, INBOX, "Order 7", "Where is it?");

    Step answered = step();
    assertEquals("answered", answered.label());
    assertEquals(List.of("answered", "received", "sent"), labels(answered));
    assertEquals(List.of(), reviewer.pending());
  }

  @Test
  void a_reply_with_a_link_leaves_when_a_human_approves_it() throws Exception {
    server.deliver(CUSTOMER, INBOX, "Order 7", "Is there a link to follow it?");

    Step waiting = step();
    assertEquals("awaiting-approval", waiting.label());
    Pending pending = reviewer.pending().get(0);
    assertEquals(List.of("has_links"), pending.flags());
    assertEquals(waiting.threadId(), pending.threadId());
    JsonNode mail = reviewer.read(pending);
    assertTrue(mail.path("text").asString().contains("https://shop.test/orders/7"));
    assertEquals(CUSTOMER, mail.path("to").path(0).asString());
    assertEquals("pending_approval", status(pending));

    reviewer.approve(pending);
    assertEquals(new Step(waiting.threadId(), "answered", ""), step());
    assertEquals(List.of("answered", "received", "sent"), labels(waiting));
    assertEquals("sent", status(pending));
  }

  @Test
  void a_rejected_reply_never_leaves_and_the_thread_is_left_to_a_human() throws Exception {
    server.deliver(CUSTOMER, INBOX, "Order 7", "Is there a link to follow it?");
    Step waiting = step();
    Pending pending = reviewer.pending().get(0);

    reviewer.reject(pending, "The shop has no such page.");
    assertEquals(new Step(waiting.threadId(), "needs-human", "The shop has no such page."), step());
    assertEquals(List.of("needs-human", "received"), labels(waiting));
    assertEquals("rejected", status(pending));
    MailboxApi.Refused late =
        assertThrows(MailboxApi.Refused.class, () -> reviewer.approve(pending));
    assertEquals("conflict", late.code());
  }

  @Test
  void an_agent_cannot_approve_its_own_reply() throws Exception {
    server.deliver(CUSTOMER, INBOX, "Order 7", "Is there a link to follow it?");
    step();
    Pending pending = reviewer.pending().get(0);

    MailboxApi.Refused refused =
        assertThrows(MailboxApi.Refused.class, () -> new Reviewer(key).approve(pending));
    assertEquals("human_required", refused.code());
  }

  @Test
  void an_agent_that_lost_its_cursor_answers_no_mail_again() throws Exception {
    server.deliver(CUSTOMER, INBOX, "Order 7", "Where is it?");
    Step first = step();
    stop(agent);

    agent = follow("another-cursor");
    assertEquals(first, step());
    server.deliver(CUSTOMER, INBOX, "Order 8", "And the other one?");
    Step second = step();
    assertEquals("answered", second.label());
    assertTrue(!second.threadId().equals(first.threadId()));
    assertEquals(2, key.get("/inboxes/" + INBOX + "/messages?labels=sent").path("messages").size());
    assertNull(steps.poll());
  }

  private List<String> labels(Step step) throws Exception {
    return key.get("/threads/" + step.threadId())
        .path("labels")
        .valueStream()
        .map(JsonNode::asString)
        .sorted()
        .toList();
  }

  private String status(Pending pending) throws Exception {
    return key.get("/sends/" + pending.sendId()).path("status").asString();
  }
}
