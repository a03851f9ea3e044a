package dev.agentmailbox.store.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.Mentions;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was done with a build before 0.1.0 is known after the migration of its keys. */
public interface EarlierDataContract {
  String INBOX = "agent@agents.localhost";

  Set<String> NAMES =
      Set.of(Mentions.addressWord("carol@example.net"), Mentions.domainWord("example.org"));

  IdempotencyStore.Entry BODY = new IdempotencyStore.Entry("body", Optional.empty());

  SettableClock clock();

  /** Opens the store of this test, again and again. */
  MailboxStore open();

  /** Takes the closed store back to the schema of builds before 0.1.0. */
  void makeEarlier() throws Exception;

  @Test
  default void keys_sign_in_and_nothing_is_done_twice_after_the_migration() throws Exception {
    KeySecret secret = KeySecret.generate(new SecureRandom());
    IdempotencyStore.Key ofNobody = new IdempotencyStore.Key("", "public request");
    DirectedCode code;
    String sendId;
    try (Mailbox mailbox = mailbox()) {
      Caller caller = mailbox.owner();
      mailbox
          .inboxes()
          .create(caller, Inboxes.NewInbox.named("agent"), IdempotentRequest.unkeyed());
      mailbox.accounts().createKey(caller.scope(), "key", secret, Set.of(Permission.MESSAGE_READ));
      receive(mailbox, "before");
      sendId = send(mailbox, "send", "body");
      Instant now = clock().instant();
      code = code(caller.scope().organizationId(), now);
      mailbox
          .context()
          .write(
              tx -> {
                assertTrue(tx.directedCodes().insert(code));
                tx.idempotency().claim(ofNobody, BODY, now, now.plus(Duration.ofDays(1)));
                return tx.receipts().note("org", "never repeated", now, now.plusSeconds(60));
              });
    }
    makeEarlier();
    for (int start = 0; start < 2; start++) {
      try (Mailbox mailbox = mailbox()) {
        assertEquals(
            mailbox.owner().scope(),
            mailbox.accounts().authenticate(secret).map(Caller::scope).orElseThrow());
        assertEquals(
            Optional.of(code.id()),
            mailbox
                .context()
                .read(tx -> tx.directedCodes().findByHash(code.hash()))
                .map(DirectedCode::id));
        assertRepeated(mailbox, sendId, ofNobody);
        assertEquals(NAMES, naming(mailbox).keySet());
        assertEquals(
            Set.of(1 + start), naming(mailbox).values().stream().map(List::size).collect(toSet()));
        receive(mailbox, "before");
        assertEquals(1 + start, messages(mailbox));
        receive(mailbox, "after " + start);
        receive(mailbox, "after " + start);
        assertEquals(2 + start, messages(mailbox));
      }
    }
    clock().advance(Duration.ofDays(1));
    try (Mailbox mailbox = mailbox()) {
      Instant now = clock().instant();
      int receipts = mailbox.context().write(tx -> tx.receipts().removeExpired(now, 100));
      assertEquals(1, receipts, "of before");
      int keys = mailbox.context().write(tx -> tx.idempotency().removeExpired(now, 100));
      assertEquals(1, keys);
    }
  }

  private void assertRepeated(Mailbox mailbox, String sendId, IdempotencyStore.Key ofNobody) {
    IdempotentRequest.Replay replay =
        assertThrows(IdempotentRequest.Replay.class, () -> send(mailbox, "send", "body"));
    assertEquals(sendId, replay.answer().body());
    MailboxException refused =
        assertThrows(MailboxException.class, () -> send(mailbox, "send", "other body"));
    assertEquals(ErrorCode.IDEMPOTENCY_CONFLICT, refused.code());
    Instant now = clock().instant();
    assertEquals(
        IdempotencyStore.Claim.TAKEN,
        mailbox
            .context()
            .write(tx -> tx.idempotency().claim(ofNobody, BODY, now, now.plusSeconds(60))));
    assertNotEquals(sendId, send(mailbox, "send " + messages(mailbox), "body"));
  }

  /** What each received mail of this test names. */
  private static Map<String, List<SearchStore.Entry>> naming(Mailbox mailbox) {
    return mailbox.context().read(tx -> tx.search().naming(mailbox.owner().scope(), NAMES, 5));
  }

  private Mailbox mailbox() throws Exception {
    return Mailbox.builder().store(open()).clock(clock()).build();
  }

  private static DirectedCode code(String organizationId, Instant now) {
    return new DirectedCode(
        "code_1",
        Scope.pod(organizationId, "pod_1"),
        "hash of a code",
        "ABCD",
        "usr_1",
        null,
        new DirectedCode.Life(now, now.plus(Duration.ofDays(1)), null, null));
  }

  private static long messages(Mailbox mailbox) {
    return mailbox
        .messages()
        .list(mailbox.owner(), INBOX, MessageFilter.ALL, PageRequest.first(50))
        .items()
        .stream()
        .filter(message -> message.direction() == Direction.INBOUND)
        .count();
  }

  private static void receive(Mailbox mailbox, String id) throws Exception {
    MailReceiver receiver = mailbox.receiver();
    assertEquals(RecipientAnswer.ACCEPTED, receiver.judge(INBOX));
    String mail =
        "From: ann@example.com\r\nTo: %s\r\nMessage-ID: <%s@example.com>\r\nSubject: %s\r\n\r\nWrite to carol@example.net, see https://example.org/x\r\n"
            .formatted(INBOX, id.replace(' ', '.'), id);
    try (ContentStore.Spool spool = receiver.spool()) {
      spool.out().write(mail.getBytes(UTF_8));
      receiver.accept(
          new MailReceiver.Envelope("ann@example.com", List.of(INBOX), null, null, false), spool);
    }
  }

  private static String send(Mailbox mailbox, String key, String body) {
    MailInput command =
        MailInput.from(INBOX).to("bob@example.org").subject(key).text("text").build();
    return mailbox
        .sends()
        .submit(
            mailbox.owner(),
            command,
            IdempotentRequest.keyed(
                mailbox.owner().scope().organizationId(),
                key,
                body,
                result -> new IdempotencyStore.Answer(202, result.sendId())))
        .sendId();
  }
}
