package dev.agentmailbox.service.intake;

import static dev.agentmailbox.fixture.SignInFixture.OWNER;
import static dev.agentmailbox.fixture.SignInFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.SignInFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.service.access.NewApiKey;
import dev.agentmailbox.service.access.Profile;
import dev.agentmailbox.service.event.EventFeed;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.message.Search;
import dev.agentmailbox.service.message.ThreadFilter;
import dev.agentmailbox.service.policy.ListEntries;
import dev.agentmailbox.service.policy.Policies;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.webhook.NewWebhook;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mail to the people who run the service is for them alone. */
class PostmasterTest {
  private static final String POSTMASTER = "postmaster@agents.localhost";
  private static final String ABUSE = "abuse@agents.localhost";
  private static final PageRequest ALL = PageRequest.first(PageRequest.MAX_LIMIT);

  @AutoClose private final SignInFixture fixture = new SignInFixture();
  private final Mailbox mailbox = fixture.mailbox;
  private final Caller.Human owner = mailbox.human();

  @BeforeEach
  void deliver() throws IOException, MailReceiver.ReceiveException {
    deliver("<proof@sender.test>");
  }

  private void deliver(String id) throws IOException, MailReceiver.ReceiveException {
    deliver(id, List.of(POSTMASTER));
  }

  private void deliver(String id, List<String> recipients)
      throws IOException, MailReceiver.ReceiveException {
    try (ContentStore.Spool spool = mailbox.receiver().spool()) {
      String source =
          String.join(
              "\r\n",
              "From: ca@sender.test",
              "To: " + POSTMASTER,
              "Message-ID: " + id,
              "Subject: Domain validation",
              "",
              "validationtoken");
      spool.out().write(source.getBytes(StandardCharsets.US_ASCII));
      mailbox
          .receiver()
          .accept(
              new MailReceiver.Envelope("ca@sender.test", recipients, "h", "192.0.2.1", false),
              spool);
    }
  }

  private Caller key(Scope scope) {
    KeySecret secret = KeySecret.generate(new SecureRandom());
    mailbox.accounts().createKey(scope, "agent", secret, EnumSet.allOf(Permission.class));
    return mailbox.accounts().authenticate(secret.reveal()).orElseThrow();
  }

  /** Keys of every reach that the first organization can give, and everybody else in it. */
  private List<Caller> outsiders() {
    Scope organization = owner.scope();
    Pod pod = mailbox.first().defaultPod();
    Scope inbox = Scope.inbox(organization.organizationId(), pod.id(), POSTMASTER);
    return List.of(
        key(organization),
        key(Scope.pod(organization.organizationId(), pod.id())),
        key(inbox),
        owner,
        mailbox.owner());
  }

  private SessionCookie signedInOperator() {
    SessionCookie cookie = fixture.signIn(OWNER);
    choose(cookie);
    return cookie;
  }

  private Profile choose(SessionCookie cookie) {
    return mailbox
        .memberships()
        .choose(cookie, Postmaster.ORGANIZATION_ID, IdempotentRequest.unkeyed());
  }

  private Caller.Human caller(SessionCookie cookie) {
    return mailbox.sessions().authenticate(cookie).orElseThrow();
  }

  private List<Message> messages(Caller caller) {
    return mailbox.messages().list(caller, POSTMASTER, MessageFilter.ALL, ALL).items();
  }

  private void assertMissing(Executable call) {
    assertRefused(ErrorCode.NOT_FOUND, call);
  }

  @Test
  void mail_to_it_and_to_an_agent_is_stored_once_in_each_organization() throws Exception {
    Inbox agent = agent();
    List<String> both = List.of(agent.address(), POSTMASTER, "agent+x@agents.localhost");
    deliver("<both@sender.test>", both);
    deliver("<both@sender.test>", both);
    assertEquals(1, messages(agent));
    assertEquals(2, messages(mailbox.postmaster()).size());
  }

  @Test
  void no_organization_keeps_mail_of_which_one_recipient_is_refused() {
    Inbox agent = agent();
    assertThrows(
        MailReceiver.ReceiveException.class,
        () -> deliver("<both@sender.test>", List.of(agent.address(), POSTMASTER, "gone@a.test")));
    assertEquals(0, messages(agent));
    assertEquals(1, messages(mailbox.postmaster()).size());
  }

  private Inbox agent() {
    return mailbox
        .inboxes()
        .create(mailbox.owner(), Inboxes.NewInbox.named("agent"), IdempotentRequest.unkeyed());
  }

  private int messages(Inbox inbox) {
    return mailbox
        .messages()
        .list(mailbox.owner(), inbox.address(), MessageFilter.ALL, ALL)
        .items()
        .size();
  }

  // spec Decisions.9
  @Test
  void no_key_and_no_owner_finds_the_mail_to_postmaster() {
    Message kept = messages(mailbox.postmaster()).get(0);
    Search.Query words = new Search.Query("validationtoken", MessageFilter.ALL);
    for (Caller caller : outsiders()) {
      assertMissing(() -> mailbox.inboxes().get(caller, POSTMASTER));
      assertMissing(() -> messages(caller));
      assertMissing(() -> mailbox.messages().get(caller, POSTMASTER, kept.id()));
      assertMissing(() -> mailbox.messages().raw(caller, POSTMASTER, kept.id()));
      assertMissing(() -> mailbox.search().messages(caller, POSTMASTER, words, ALL));
      Scope own = caller.scope();
      assertEquals(List.of(), mailbox.threads().list(caller, own, ThreadFilter.ALL, ALL).items());
      assertEquals(List.of(), mailbox.search().threads(caller, own, words, ALL).items());
      assertMissing(() -> mailbox.threads().get(caller, own, kept.threadId(), ALL));
    }
  }

  @Test
  void no_key_and_no_owner_hears_of_the_mail_to_postmaster() {
    for (Caller caller : outsiders()) {
      assertEquals(
          List.of(), mailbox.events().poll(caller, EventFeed.EventQuery.ALL, null, 100).events());
      assertMissing(() -> mailbox.events().ofInbox(caller, POSTMASTER, ALL));
      assertEquals(
          0,
          mailbox.usage().usage(caller, null, null).days().stream()
              .mapToLong(day -> day.get(Counter.RECEIVED))
              .sum());
    }
  }

  // spec Decisions.9
  @ParameterizedTest
  @ValueSource(strings = {POSTMASTER, ABUSE})
  void no_key_and_no_owner_sends_as_the_service(String name) {
    for (Caller caller : outsiders()) {
      assertMissing(
          () ->
              mailbox
                  .sends()
                  .submit(
                      caller,
                      MailInput.from(name).to("ca@sender.test").text("ours").build(),
                      IdempotentRequest.unkeyed()));
    }
  }

  // spec Decisions.9
  @Test
  void an_operator_reads_and_answers_it() {
    Caller.Human operator = caller(signedInOperator());
    Message kept = messages(operator).get(0);
    assertEquals("Domain validation", kept.subject());
    assertEquals(
        List.of(POSTMASTER),
        mailbox.inboxes().list(operator, null, null, ALL).items().stream()
            .map(Inbox::address)
            .toList());

    mailbox
        .sends()
        .submit(
            operator,
            MailInput.reply(POSTMASTER, kept.id()).text("read").build(),
            IdempotentRequest.unkeyed());
    int unused = mailbox.outbox().runDue();
    CapturingTransport.Captured sent = answer();
    assertTrue(sent.source().contains("<" + POSTMASTER + ">"), sent.source());
    assertEquals(
        List.of(Direction.INBOUND, Direction.OUTBOUND),
        messages(operator).stream().map(Message::direction).sorted().toList());
  }

  private CapturingTransport.Captured answer() {
    return fixture.transport.captured().stream()
        .filter(mail -> mail.recipients().contains("ca@sender.test"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_operator_acts_there_only_when_it_chose_to_and_can_go_back() {
    SessionCookie cookie = fixture.signIn(OWNER);
    assertEquals(owner.scope(), caller(cookie).scope());
    assertEquals(Postmaster.ORGANIZATION_ID, choose(cookie).organizationId());
    assertEquals(Scope.organization(Postmaster.ORGANIZATION_ID), caller(cookie).scope());
    assertEquals(
        1, mailbox.sessions().profile(cookie).organizations().size(), "it is no membership");
    Profile back =
        mailbox
            .memberships()
            .choose(cookie, owner.scope().organizationId(), IdempotentRequest.unkeyed());
    assertEquals(owner.scope().organizationId(), back.organizationId());
    assertEquals(owner.scope(), caller(cookie).scope());
  }

  @Test
  void whoever_is_no_operator_cannot_choose_it() {
    fixture.addMember("approver@example.com");
    SessionCookie cookie = fixture.signIn("approver@example.com");
    assertMissing(() -> choose(cookie));
    assertEquals(owner.scope(), caller(cookie).scope());
  }

  @Test
  void an_operator_gives_nobody_else_a_way_in() {
    Caller.Human operator = caller(signedInOperator());
    assertTrue(operator.verified());
    assertRefused(
        ErrorCode.MISSING_PERMISSION,
        () ->
            mailbox
                .apiKeys()
                .create(
                    operator,
                    ScopeRef.OWN,
                    new NewApiKey("agent", EnumSet.of(Permission.MESSAGE_READ), null),
                    IdempotentRequest.unkeyed()));
    assertRefused(
        ErrorCode.MISSING_PERMISSION,
        () ->
            mailbox
                .members()
                .add(operator, "friend@example.com", Role.APPROVER, IdempotentRequest.unkeyed()));
    assertRefused(
        ErrorCode.MISSING_PERMISSION,
        () ->
            mailbox
                .webhooks()
                .create(
                    operator,
                    ScopeRef.OWN,
                    new NewWebhook(
                        "https://hooks.test/",
                        List.of(),
                        List.of(),
                        List.of(),
                        null,
                        Map.of(),
                        null),
                    IdempotentRequest.unkeyed()));
    assertRefused(
        ErrorCode.MISSING_PERMISSION,
        () ->
            mailbox
                .signUps()
                .directedCodes()
                .create(operator, null, null, IdempotentRequest.unkeyed()));
    assertRefused(
        ErrorCode.MISSING_PERMISSION,
        () ->
            mailbox
                .inboxes()
                .create(operator, Inboxes.NewInbox.named("other"), IdempotentRequest.unkeyed()));
    assertRefused(
        ErrorCode.MISSING_PERMISSION, () -> mailbox.inboxes().delete(operator, POSTMASTER));
  }

  @Test
  void an_operator_lets_it_send_again_after_the_breaker_stopped_it() {
    mailbox
        .context()
        .write(
            tx -> {
              Organization found =
                  tx.organizations().lock(Postmaster.ORGANIZATION_ID).orElseThrow();
              tx.organizations()
                  .update(found.withSuspension("message.bounced", mailbox.context().now()));
              return true;
            });
    Caller.Human operator = caller(signedInOperator());
    assertFalse(
        mailbox
            .pauses()
            .resume(operator, IdempotentRequest.unkeyed())
            .organization()
            .isSuspended());
  }

  @Test
  void an_operator_blocks_a_sender_there_and_takes_it_back() throws Exception {
    Caller.Human operator = caller(signedInOperator());
    ListEntries.ListName blocked =
        new ListEntries.ListName(
            ScopeRef.inbox(POSTMASTER), ListEntry.Direction.RECEIVE, ListEntry.Type.BLOCK);
    mailbox.lists().add(operator, blocked, "ca@sender.test", null, IdempotentRequest.unkeyed());
    deliver("<again@sender.test>");
    assertEquals(1, messages(operator).size(), "the second is blocked");
    mailbox.lists().remove(operator, blocked, "ca@sender.test");
    assertEquals(List.of(), mailbox.lists().list(operator, blocked, ALL).items());
  }

  @Test
  void an_operator_sets_the_policy_of_that_mail_freshly_verified() {
    SessionCookie cookie = signedInOperator();
    Policies.PolicyChanges holds =
        new Policies.PolicyChanges(
            FieldUpdate.none(),
            FieldUpdate.none(),
            FieldUpdate.to(List.of("unknown_sender")),
            FieldUpdate.none(),
            FieldUpdate.none(),
            FieldUpdate.none());
    assertEquals(
        Set.of("unknown_sender"),
        mailbox.policies().update(caller(cookie), ScopeRef.inbox(POSTMASTER), holds).hold());
  }

  @ParameterizedTest
  @ValueSource(strings = {POSTMASTER, ABUSE})
  void it_takes_mail_up_to_the_size_of_an_inbox(String name) {
    fillTo(Inbox.MAX_STORED_BYTES - 1);
    assertEquals(RecipientAnswer.ACCEPTED, mailbox.receiver().judge(name));
    fillTo(Inbox.MAX_STORED_BYTES);
    assertEquals(RecipientAnswer.FULL, mailbox.receiver().judge(name));
  }

  private void fillTo(long bytes) {
    Inbox inbox = mailbox.inboxes().get(mailbox.postmaster(), POSTMASTER);
    mailbox
        .context()
        .write(tx -> tx.inboxes().addStoredBytes(inbox.scope(), bytes - inbox.storedBytes()));
  }

  @Test
  void an_operator_makes_room_by_deleting() {
    Caller.Human operator = caller(signedInOperator());
    Message kept = messages(operator).get(0);
    mailbox.trash().delete(operator, POSTMASTER, kept.id());
    mailbox.trash().delete(operator, POSTMASTER, kept.id());
    assertEquals(0, mailbox.inboxes().get(operator, POSTMASTER).storedBytes());
  }
}
