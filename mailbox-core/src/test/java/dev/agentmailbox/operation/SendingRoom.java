package dev.agentmailbox.operation;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.TWO;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.flow.ThreadKeeper;
import dev.agentmailbox.flow.outbox.Outbox;
import dev.agentmailbox.flow.outbox.OutboxLimits;
import dev.agentmailbox.flow.release.ReleaseStep;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Everything mail needs to leave, in memory, with a clock that is moved by hand. */
public final class SendingRoom {
  public static final String INBOX = ONE.id();
  public static final String OTHER_INBOX = TWO.id();
  public static final Caller CALLER = new Caller.Embedder(ORG_A);

  public final SettableClock clock = SettableClock.at(StoreFixtures.START);
  public final MailboxStore store;
  public final CapturingTransport transport;
  public final FakeReceiver receiver;
  public final MailboxContext context;
  public final ReleaseStep release;
  public final Outbox outbox;
  public final Sends sends;
  public final Drafts drafts;
  private int numbers;

  public SendingRoom() {
    this(new CapturingTransport());
  }

  public SendingRoom(CapturingTransport transport) {
    this(transport, transport);
  }

  /** A room whose mail goes through another transport, perhaps around the capturing one. */
  public SendingRoom(CapturingTransport transport, MailTransport used) {
    this(new InMemoryStore(), transport, used);
  }

  /** A room over an empty store. */
  public SendingRoom(MailboxStore store) {
    this(store, new CapturingTransport());
  }

  public SendingRoom(MailboxStore store, CapturingTransport transport) {
    this(store, transport, transport);
  }

  private SendingRoom(MailboxStore store, CapturingTransport transport, MailTransport used) {
    this.store = store;
    this.transport = transport;
    this.context =
        new MailboxContext(
            store,
            new IdFactory(clock),
            clock,
            new MailboxSettings("mailbox", List.of("agents.test")));
    this.receiver = new FakeReceiver(store);
    this.release = new ReleaseStep(context);
    this.outbox = new Outbox(context, release, used, receiver, OutboxLimits.DEFAULT);
    OnceRunner runner = new OnceRunner(context);
    this.sends = new Sends(context, runner, release, outbox);
    this.drafts = new Drafts(context, runner, sends);
    StoreFixtures.world(store);
  }

  public static SendCommandBuilder mail() {
    return SendCommand.send(INBOX).to("bob@example.com").subject("Hello").text("Some words.");
  }

  public static AttachmentInput file(String name, String text) {
    return AttachmentInput.of(name, "text/plain", text.getBytes(StandardCharsets.UTF_8));
  }

  /** A caller with a claimed key of that scope and those permissions. */
  public static Caller key(Scope scope, Set<Permission> permissions) {
    return new Caller.Key(
        new ApiKey(
            "key_1",
            "prefix",
            "0".repeat(64),
            "Test",
            scope,
            permissions,
            false,
            StoreFixtures.START,
            StoreFixtures.START,
            null,
            null,
            null),
        true);
  }

  public SendResult submit(SendCommandBuilder command) {
    return sends.submit(CALLER, command.build(), Once.unkeyed());
  }

  /** Submits and hands over. */
  public Send send(SendCommandBuilder command) {
    SendResult result = submit(command);
    outbox.runDue();
    return get(result.sendId());
  }

  public Send get(String sendId) {
    return sends.get(CALLER, sendId);
  }

  /** A keyed request; its stored answer is the send id. */
  public static Once<SendResult> keyed(String key, String body) {
    return Once.keyed(key, body, result -> new IdempotencyStore.Answer(202, result.sendId()));
  }

  public void organization(UnaryOperator<Organization> change) {
    store.write(
        tx -> {
          Organization now = tx.organizations().find(ORG_A.organizationId()).orElseThrow();
          tx.organizations().update(change.apply(now));
          return true;
        });
  }

  public void suspend(@Nullable String reason) {
    organization(o -> o.withSuspension(reason, o.updatedAt()));
  }

  public void dailyRecipients(int limit) {
    organization(
        o ->
            new Organization(
                o.id(),
                o.name(),
                o.serviceDomain(),
                new Plan(1_000, limit, 1_000),
                o.inboxCount(),
                o.suspendedReason(),
                o.policy(),
                o.createdAt(),
                o.updatedAt()));
  }

  public void policy(Policy policy) {
    inbox(i -> i.withPolicy(policy, i.updatedAt()));
  }

  public void askForApproval(String... flags) {
    policy(new Policy(Set.of(flags), null, null, null, null));
  }

  public void status(InboxStatus status) {
    inbox(i -> i.withStatus(status, i.updatedAt()));
  }

  public void displayName(String name) {
    inbox(
        i ->
            new Inbox(
                i.organizationId(),
                i.podId(),
                i.address(),
                name,
                i.clientId(),
                i.status(),
                i.claimed(),
                i.metadata(),
                i.policy(),
                i.storedBytes(),
                i.createdAt(),
                i.updatedAt()));
  }

  /** Makes the inbox one that an agent made by sign-up and no human has claimed. */
  public void unclaimed() {
    inbox(
        i ->
            new Inbox(
                i.organizationId(),
                i.podId(),
                i.address(),
                i.displayName(),
                i.clientId(),
                i.status(),
                false,
                i.metadata(),
                i.policy(),
                i.storedBytes(),
                i.createdAt(),
                i.updatedAt()));
  }

  private void inbox(UnaryOperator<Inbox> change) {
    store.write(
        tx -> {
          tx.inboxes().update(change.apply(tx.inboxes().find(ONE, INBOX).orElseThrow()));
          return true;
        });
  }

  public void setting(String name, @Nullable String value) {
    store.write(
        tx -> {
          if (value == null) {
            tx.settings().remove(name);
          } else {
            tx.settings().put(name, value);
          }
          return true;
        });
  }

  public void lockThread(String threadId, boolean locked) {
    store.write(
        tx -> {
          MailThread t = tx.threads().lock(ONE, threadId).orElseThrow();
          tx.threads().update(locked ? t.asLocked(t.updatedAt()) : t.asUnlocked(t.updatedAt()));
          return true;
        });
  }

  /** What follows when a human lets a send that waits for approval go. */
  public Send approve(SendResult pending) {
    return store.write(
        tx ->
            release.approved(
                tx,
                tx.inboxes().lock(ONE, INBOX).orElseThrow(),
                tx.sends().lock(ORG_A, pending.sendId()).orElseThrow()));
  }

  /** What follows when a human does not let it go. */
  public Send reject(SendResult pending) {
    return store.write(
        tx -> release.rejected(tx, tx.sends().lock(ORG_A, pending.sendId()).orElseThrow()));
  }

  /** A message somebody sent to the inbox. */
  public Message received(UnaryOperator<Received> change) {
    return store(change.apply(Received.DEFAULT));
  }

  public Message received() {
    return received(r -> r);
  }

  private Message store(Received r) {
    int number = ++numbers;
    String key = content(r.source());
    Message message =
        new Message(
            "msg_000000000000000" + number,
            ONE.organizationId(),
            "pod_p",
            INBOX,
            "thr_000000000000000" + number,
            "<original-" + number + "@example.com>",
            Direction.INBOUND,
            r.labels(),
            r.from() == null ? null : MailAddress.bare(r.from()),
            r.to().stream().map(MailAddress::bare).toList(),
            r.cc().stream().map(MailAddress::bare).toList(),
            List.of(),
            r.subject(),
            "A question.",
            r.attachments(),
            null,
            List.of("<earlier@example.com>"),
            100,
            r.classification(),
            List.of(),
            Authentication.NONE,
            null,
            key,
            r.envelopeSender(),
            context.now(),
            context.now());
    MessageBody body =
        new MessageBody(
            List.of(MailAddress.bare("elsewhere@example.com")),
            "A question.",
            r.html(),
            null,
            null,
            java.util.Map.of());
    store.write(
        tx -> {
          tx.messages().insert(message, body);
          ThreadKeeper.append(tx, message, "question");
          return true;
        });
    return message;
  }

  /** Keeps content and names it. */
  public String content(String source) {
    try (ContentStore.Spool spool = store.content().spool()) {
      spool.out().write(source.getBytes(StandardCharsets.ISO_8859_1));
      return spool.keep();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Event> events() {
    return store.read(
        tx ->
            tx.events().after(ORG_A.organizationId(), 0, 10_000).stream()
                .map(LoggedEvent::event)
                .toList());
  }

  public List<EventType> eventTypes() {
    return events().stream().map(Event::type).toList();
  }

  public Event event(EventType type) {
    List<Event> found = events().stream().filter(e -> e.type() == type).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " events " + type + " in " + eventTypes());
    }
    return found.get(0);
  }

  public <T> T read(Function<StoreTransaction, T> work) {
    return store.read(work);
  }

  public Scope scope() {
    return ONE;
  }
}
