package dev.agentmailbox.service.account;

import static dev.agentmailbox.fixture.SignInFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.MailboxBuilder;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Humans whose mail agents could read get none. */
class OwnAddressTest {
  private static final String RANGE = "192.0.2.0/24";
  private static final String OWNER = "boss@corp.example";

  private final InMemoryStore store = new InMemoryStore();
  private final Map<String, String> codes = new ConcurrentHashMap<>();
  private final CapturingTransport transport = new CapturingTransport();

  private MailboxBuilder builder(String... domains) {
    return Mailbox.builder()
        .store(store)
        .transport(transport)
        .codeWatcher((purpose, email, code) -> codes.put(email, code))
        .settings(new MailboxSettings("mailbox", List.of(domains)));
  }

  // spec Decisions.7
  @Test
  void an_owner_in_a_domain_of_the_service_stops_the_start() {
    for (String email : List.of("boss@agents.localhost", "Boss@Agents.LocalHost")) {
      MailboxBuilder builder = builder("agents.localhost").ownerEmail(email);
      assertThrows(IllegalArgumentException.class, builder::build);
    }
  }

  // spec Decisions.7
  @Test
  void no_mail_goes_to_a_human_whose_domain_becomes_the_services() {
    Mailbox before = builder("agents.localhost").ownerEmail(OWNER).build();
    SessionCookie cookie = before.firstLink().redeem(before.firstLink().make()).cookie();
    Mailbox after = builder("agents.localhost", "corp.example").build();

    long expected = after.context().now().plus(Codes.LIFETIME).getEpochSecond();
    long answered = after.signIn().requestCode(OWNER, RANGE).getEpochSecond();
    assertTrue(Math.abs(expected - answered) <= 2, expected + ", " + answered);
    assertRefused(
        ErrorCode.CONFLICT,
        () -> after.stepUp().requestCode(cookie, RANGE, IdempotentRequest.unkeyed()));
    after
        .members()
        .add(after.human(), "other@example.com", Role.OWNER, IdempotentRequest.unkeyed());
    after.close();
    assertEquals(List.of(), transport.captured());
  }
}
