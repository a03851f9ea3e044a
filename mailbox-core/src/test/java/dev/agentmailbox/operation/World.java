package dev.agentmailbox.operation;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.flow.intake.Intake;
import dev.agentmailbox.flow.outbox.Outbox;
import dev.agentmailbox.flow.outbox.OutboxLimits;
import dev.agentmailbox.flow.release.Decisions;
import dev.agentmailbox.flow.release.ReleaseStep;
import dev.agentmailbox.flow.screening.ScreeningOrder;
import dev.agentmailbox.flow.screening.Surroundings;
import dev.agentmailbox.flow.upkeep.ApprovalExpiry;
import dev.agentmailbox.flow.upkeep.Upkeep;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.operation.Policies.PolicyChanges;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.Screening;
import dev.agentmailbox.port.SenderAuthentication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A whole mailbox in memory with a clock that tests move. */
public final class World implements AutoCloseable {
  public final SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
  public final MailboxStore store = new InMemoryStore();
  public final MailboxContext context =
      new MailboxContext(store, new IdFactory(clock), clock, MailboxSettings.DEFAULT);
  public final OnceRunner runner = new OnceRunner(context);
  public final MimeReader reader = new MimeReader();
  public final Accounts accounts = new Accounts(context);
  public final Inboxes inboxes = new Inboxes(context, runner);
  public final Pods pods = new Pods(context, runner);
  public final Messages messages = new Messages(context, reader);
  public final Threads threads = new Threads(context);
  public final Labels labels = new Labels(context, runner);
  public final Trash trash = new Trash(context);
  public final Search search = new Search(context);
  public final EventFeed events = new EventFeed(context);
  public final DailyCalls calls = new DailyCalls(context);
  public final UsageReports usage = new UsageReports(context, calls);

  /** While there are any, all mail that arrives is found to have them. */
  public final List<String> findings = new CopyOnWriteArrayList<>();

  /** What is said of the sender of every message that comes from outside. */
  public volatile SenderAuthentication authentication = SenderAuthentication.OFF;

  public final Intake intake =
      new Intake(
          context,
          reader,
          (envelope, message, raw) -> authentication.check(envelope, message, raw),
          this::screen);
  public final CapturingTransport transport = new CapturingTransport();
  public final ReleaseStep release = new ReleaseStep(context);
  public final Decisions decisions = new Decisions(context, release);
  public final Outbox outbox =
      new Outbox(context, release, transport, intake, OutboxLimits.DEFAULT);
  public final Sends sends = new Sends(context, runner, release, outbox);
  public final Policies policies = new Policies(context);
  public final ListEntries lists = new ListEntries(context, runner);
  public final Approvals approvals = new Approvals(context, runner, decisions, outbox);
  public final Pauses pauses = new Pauses(context, runner, outbox);
  public final HeldMail heldMail = new HeldMail(context, runner);
  public final Upkeep upkeep = new Upkeep(List.of(new ApprovalExpiry(context, decisions)));
  public final Accounts.FirstStart first;
  public final Caller owner;
  private int sequence;

  public World() {
    this(new Plan(5, 20, 1_000));
  }

  public World(Plan plan) {
    first = accounts.ensureFirst("Test", plan);
    owner = key(Scope.organization(first.organization().id()), EnumSet.allOf(Permission.class));
  }

  /** A caller with a key of that scope and those permissions. */
  public Caller key(Scope scope, Set<Permission> permissions) {
    KeySecret secret = KeySecret.generate(new SecureRandom());
    ApiKey key = accounts.createKey(scope, "test", secret, permissions);
    return accounts
        .authenticate(secret.reveal())
        .filter(c -> c.id().equals(key.id()))
        .orElseThrow();
  }

  /** A signed-in human of the organization, verified lately. */
  public Caller.Human human(Role role) {
    return new Caller.Human("usr_1", owner.scope(), role, role.permissions(), true, false);
  }

  /** An owner who signed in long ago. */
  public Caller.Human unverified() {
    return new Caller.Human(
        "usr_1", owner.scope(), Role.OWNER, Role.OWNER.permissions(), false, true);
  }

  /** A human who runs the platform. */
  public Caller.Human operator() {
    return new Caller.Human(
        "usr_0", owner.scope(), Role.OWNER, Role.OWNER.permissions(), true, true);
  }

  private Screening.Findings screen(Screening.Mail mail) {
    return findings.isEmpty()
        ? ScreeningOrder.of(Surroundings.NONE).screen(mail)
        : Screening.Findings.hold(findings.toArray(String[]::new));
  }

  /** The same scope without one permission. */
  public Caller without(Permission... missing) {
    Set<Permission> permissions = EnumSet.allOf(Permission.class);
    Arrays.asList(missing).forEach(permissions::remove);
    return key(owner.scope(), permissions);
  }

  public Pod pod(String name) {
    return pods.create(owner, new Pods.NewPod(name, null), Once.unkeyed());
  }

  public Inbox inbox(String username) {
    return inboxes.create(owner, Inboxes.NewInbox.named(username), Once.unkeyed());
  }

  public Inbox inboxIn(Pod pod, String username) {
    return inboxes.create(
        owner, new Inboxes.NewInbox(username, null, null, null, pod.id(), null), Once.unkeyed());
  }

  /** Mail of the organization with one of these flags waits for a human. */
  public void askForApproval(String... flags) {
    policies.update(
        human(Role.OWNER),
        Place.OWN,
        new PolicyChanges(
            Change.to(List.of(flags)), Change.none(), Change.none(), Change.none(), Change.none()));
  }

  /** Puts an address or domain on a list of those an inbox hears or does not hear. */
  public void listSender(Inbox inbox, ListEntry.Type type, String entry) {
    store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        entry,
                        ListEntry.Direction.RECEIVE,
                        type,
                        inbox.scope(),
                        null,
                        false,
                        context.now())));
  }

  /** Delivers a plain message and answers what was stored. */
  public Message receive(Inbox inbox, String from, String subject, String text) {
    sequence++;
    return receiveRaw(
        inbox,
        from,
        "From: " + from,
        "To: " + inbox.address(),
        "Subject: " + subject,
        "Message-ID: <m" + sequence + "@sender.test>",
        "Date: Sun, 1 Mar 2026 12:00:00 +0000",
        "",
        text);
  }

  /** Delivers these lines and answers the newest message of the inbox, hidden or not. */
  public Message receiveRaw(Inbox inbox, String sender, String... lines) {
    deliver(sender, List.of(inbox.address()), lines);
    return everything(inbox).get(0);
  }

  /** Hands a message in as the SMTP door does. */
  public void deliver(String sender, List<String> recipients, String... lines) {
    byte[] bytes = (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
    try (ContentStore.Spool spool = intake.spool()) {
      spool.out().write(bytes);
      intake.accept(
          new MailReceiver.Envelope(sender, recipients, "test", "192.0.2.1", false), spool);
    } catch (IOException | MailReceiver.ReceiveException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The newest messages of an inbox that the filter lets through. */
  public List<Message> list(Inbox inbox, MessageFilter filter) {
    return messages.list(owner, inbox.address(), filter, PageRequest.first(50)).items();
  }

  /** Every message of an inbox, newest first, hidden ones included. */
  public List<Message> everything(Inbox inbox) {
    MessageFilter all =
        new MessageFilter(
            List.of(), EnumSet.allOf(Hidden.class), null, null, List.of(), List.of(), List.of());
    return messages.list(owner, inbox.address(), all, PageRequest.first(200)).items();
  }

  /** All events of the organization so far. */
  public List<Event> log() {
    return events.poll(owner, EventFeed.EventQuery.ALL, null, 1_000).events().stream()
        .map(LoggedEvent::event)
        .toList();
  }

  /** The types of all events so far, by wire name. */
  public List<String> logTypes() {
    return log().stream().map(event -> event.type().wireName()).toList();
  }

  @Override
  public void close() {
    store.close();
  }
}
