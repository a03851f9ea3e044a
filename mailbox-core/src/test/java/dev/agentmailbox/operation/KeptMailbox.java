package dev.agentmailbox.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.SendStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a server of some earlier version was told to keep, and what has to be true of it on today's:
 * three messages received, of which one is labelled, two sent, one scheduled, and, where that
 * version could, a draft and a send that waits for approval.
 */
public final class KeptMailbox {
  private static final String INBOX = "upgrade@agents.localhost";
  private static final String POSTMASTER = "postmaster@agents.localhost";
  private static final PageRequest ALL = PageRequest.first(PageRequest.MAX_LIMIT);

  /** The day after it was written. */
  private static final Instant NEXT_DAY = Instant.parse("2026-11-22T12:00:00Z");

  /** After the scheduled send fell due. */
  private static final Instant DUE = Instant.parse("2026-12-10T00:01:00Z");

  private final SettableClock clock = SettableClock.at(NEXT_DAY);
  private final CapturingTransport transport = new CapturingTransport();
  private final Mailbox mailbox;

  private KeptMailbox(MailboxStore store) {
    mailbox = Mailbox.builder().store(store).clock(clock).transport(transport).build();
  }

  /**
   * Counts and reads everything, then receives, sends, and lets the scheduled send leave. Closes
   * the store.
   *
   * @param drafts that were written
   * @param approvals sends that wait for one
   */
  public static void check(MailboxStore store, int drafts, int approvals) throws IOException {
    KeptMailbox kept = new KeptMailbox(store);
    try {
      kept.countAndRead(drafts, approvals);
      kept.goOn();
    } finally {
      kept.mailbox.close();
    }
  }

  /**
   * As {@link #check}, of what a server kept that left mail to {@code postmaster@} and {@code
   * abuse@} in the first organization, and an answer of one of its keys.
   */
  public static void checkWithPostmaster(MailboxStore store, int drafts, int approvals)
      throws IOException {
    KeptMailbox kept = new KeptMailbox(store);
    try {
      kept.readAsOperator();
      kept.findNothingAsOwner();
      kept.countAndRead(drafts, approvals);
      kept.goOn();
    } finally {
      kept.mailbox.close();
    }
  }

  private void readAsOperator() throws IOException {
    Caller operator = mailbox.postmaster();
    List<Message> found =
        mailbox.messages().list(operator, POSTMASTER, MessageFilter.ALL, ALL).items();
    assertEquals(
        Set.of("kept postm", "kept abuse", "Re: kept abuse"),
        found.stream().map(Message::subject).collect(Collectors.toSet()));
    for (Message message : found) {
      MessageView view = mailbox.messages().get(operator, POSTMASTER, message.id());
      assertTrue(
          raw(message).contains("\r\n\r\n" + String.valueOf(view.body().text()).strip()), "raw");
    }
    assertEquals(
        2,
        mailbox.threads().list(operator, operator.scope(), ThreadFilter.ALL, ALL).items().size());
    Search.Query query = new Search.Query("validation", MessageFilter.ALL);
    assertEquals(
        2, mailbox.search().messages(operator, POSTMASTER, query, ALL).items().size(), "found");
    assertEquals(1, mailbox.sends().list(operator, null, null, ALL).items().size());
    assertEquals(1, pod(operator).inboxCount());
    assertEquals(1, pod(mailbox.owner()).inboxCount());
    assertEquals(
        mailbox.inboxes().get(operator, POSTMASTER).storedBytes(), stored(operator), "stored");
    assertEquals(inbox().storedBytes(), stored(mailbox.owner()), "stored");
    assertEquals(Optional.of(mailbox.first().organization()), firstOfStore());
  }

  private Pod pod(Caller caller) {
    return mailbox.pods().list(caller, ALL).items().get(0);
  }

  private long stored(Caller caller) {
    String organization = caller.scope().organizationId();
    return mailbox.context().store().read(tx -> tx.usage().storedBytes(organization, organization));
  }

  private Optional<Organization> firstOfStore() {
    return mailbox.context().store().read(tx -> tx.organizations().first());
  }

  private void findNothingAsOwner() {
    Caller owner = mailbox.owner();
    assertEquals(
        ErrorCode.NOT_FOUND, Refusals.refusal(() -> mailbox.inboxes().get(owner, POSTMASTER)));
    assertEquals(
        List.of(INBOX),
        mailbox.inboxes().list(owner, null, null, ALL).items().stream()
            .map(Inbox::address)
            .toList());
    assertEquals(
        List.of(EventType.INBOX_DELETED),
        mailbox.agent().events().stream()
            .filter(event -> POSTMASTER.equals(event.inboxId()))
            .map(Event::type)
            .toList());
    Search.Query query = new Search.Query("validation", MessageFilter.ALL);
    assertEquals(
        List.of(), mailbox.search().threads(owner, owner.scope(), query, ALL).items(), "found");
  }

  private Inbox inbox() {
    return mailbox.inboxes().get(mailbox.owner(), INBOX);
  }

  private List<Message> messages(Direction direction) {
    return mailbox.messages().list(mailbox.owner(), INBOX, MessageFilter.ALL, ALL).items().stream()
        .filter(message -> message.direction() == direction)
        .toList();
  }

  private int sends(SendStatus status) {
    return mailbox
        .context()
        .store()
        .read(tx -> tx.sends().list(mailbox.owner().scope(), status, ALL))
        .size();
  }

  private void countAndRead(int drafts, int approvals) throws IOException {
    List<Message> received = messages(Direction.INBOUND);
    assertEquals(3, received.size(), "received");
    assertEquals(1, received.stream().filter(m -> m.labels().contains("kept")).count());
    for (Message message : received) {
      String text = String.valueOf(mailbox.agent().read(message).body().text());
      assertTrue(text.startsWith("words kept in version"), text);
      assertTrue(raw(message).contains("\r\n\r\nwords kept in version"), "raw");
    }
    assertEquals(2, messages(Direction.OUTBOUND).size(), "sent");
    assertEquals(2, sends(SendStatus.SENT));
    assertEquals(1, sends(SendStatus.SCHEDULED));
    assertEquals(approvals, sends(SendStatus.PENDING_APPROVAL));
    List<Draft> kept =
        mailbox.drafts().list(mailbox.owner(), inbox().scope(), DraftFilter.ALL, ALL).items();
    assertEquals(drafts, kept.size(), "drafts");
    Search.Query query = new Search.Query("words", MessageFilter.ALL);
    assertEquals(
        3, mailbox.search().messages(mailbox.owner(), INBOX, query, ALL).items().size(), "found");
    assertTrue(mailbox.agent().events().size() >= 6, "events");
  }

  private String raw(Message message) throws IOException {
    var content = mailbox.context().store().content().find(message.contentKey()).orElseThrow();
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private void goOn() {
    mailbox.agent().deliver("bob@client.test", inbox(), "after", "words of today");
    assertEquals(4, messages(Direction.INBOUND).size());
    mailbox.agent().send(inbox(), "out0@client.test", "after", "sent today");
    int unused = mailbox.outbox().runDue();
    assertEquals(1, transport.captured().size());
    clock.set(DUE);
    unused = mailbox.outbox().runDue();
    approveScheduled();
    unused = mailbox.outbox().runDue();
    assertEquals(2, transport.captured().size(), "the scheduled one");
    assertEquals(4, sends(SendStatus.SENT));
  }

  /** Where there is a rule, it was set after that send was accepted: a human is asked when due. */
  private void approveScheduled() {
    for (Approval asked :
        mailbox.approvals().list(mailbox.owner(), Approval.Status.PENDING, ALL).items()) {
      if (asked.requestedAt().equals(DUE)) {
        var unused = mailbox.approvals().approve(mailbox.owner(), asked.id(), null, Once.unkeyed());
      }
    }
  }
}
