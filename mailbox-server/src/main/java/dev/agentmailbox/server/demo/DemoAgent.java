package dev.agentmailbox.server.demo;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A scripted agent that answers what comes to its inbox; close it before the mailbox. */
public final class DemoAgent implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemoAgent.class);
  private static final long PERIOD_MILLIS = 500;
  private static final int MAX_QUOTED_CHARACTERS = 200;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "demo-agent"));
  private final Agent agent;
  private final Inbox inbox;

  private DemoAgent(Mailbox mailbox) {
    agent = mailbox.agent();
    inbox = agent.openInbox(DemoContent.LIVE);
  }

  /** Starts the agent. What is unread already stays so. */
  public static DemoAgent start(Mailbox mailbox) {
    DemoAgent agent = new DemoAgent(mailbox);
    var unused =
        agent.thread.scheduleWithFixedDelay(
            agent::answerNew, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return agent;
  }

  /** The address to write to. */
  public String address() {
    return inbox.address();
  }

  private void answerNew() {
    try {
      agent.unread(inbox).stream().filter(DemoAgent::isYours).forEach(this::answer);
    } catch (RuntimeException e) {
      LOG.warn("the agent of the demo could not answer", e);
    }
  }

  /** Mail of the demo has Message-IDs of its own. */
  private static boolean isYours(Message message) {
    String id = message.headers().rfcMessageId();
    return id == null || !id.startsWith("<demo.");
  }

  private void answer(Message message) {
    String text = String.valueOf(agent.read(message).body().text()).strip();
    String quoted =
        text.length() > MAX_QUOTED_CHARACTERS ? text.substring(0, MAX_QUOTED_CHARACTERS) : text;
    try {
      agent.reply(
          message,
          "Hello,\n\nI am the scripted agent of the demo. You wrote:\n\n"
              + quoted.indent(2).replace("  ", "> ")
              + "\nA human has to approve this answer, because it has a link:"
              + " https://lindwood.example/demo\n");
    } catch (MailboxException refused) {
      LOG.info("the agent's answer was refused: {}", refused.code());
    }
    agent.markRead(message);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
