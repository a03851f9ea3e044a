package dev.agentmailbox.http.api.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.api.sending.SendRefusal.Kind;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Every refusal of every way to send, by itself and with each other that comes later in the order.
 */
class SendRefusalIT {
  private static final Plan PLAN = new Plan(1_000_000, 1_000_000, 1_000_000);

  @AutoClose private static MailboxFixture fixture;
  private static String human;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.startWith(Mailbox.builder().plan(PLAN));
    human = fixture.signIn(SendRequestFixture.operator(fixture));
  }

  // spec ErrorHandling.3
  @TestFactory
  Stream<DynamicTest> each_alone() {
    return each((kind, reason) -> Stream.of(reason));
  }

  // spec SendRequest.1
  @TestFactory
  Stream<DynamicTest> the_earlier_of_two_is_answered() {
    return each(
        (kind, reason) ->
            Arrays.stream(SendRefusal.values()).filter(later -> later.compareTo(reason) > 0));
  }

  private interface Others {
    Stream<SendRefusal> of(Kind kind, SendRefusal reason);
  }

  private static Stream<DynamicTest> each(Others others) {
    return Arrays.stream(Kind.values())
        .flatMap(
            kind ->
                Arrays.stream(SendRefusal.values())
                    .flatMap(
                        reason ->
                            others
                                .of(kind, reason)
                                .filter(other -> SendRefusal.canMeet(kind, reason, other))
                                .map(
                                    other ->
                                        dynamicTest(
                                            kind + " " + reason + " " + other,
                                            () -> meet(kind, reason, other)))));
  }

  private static void meet(Kind kind, SendRefusal expected, SendRefusal other) {
    Set<SendRefusal> reasons = expected == other ? Set.of(expected) : Set.of(expected, other);
    HttpResponse<String> answer = new SendRequestFixture(fixture, human, kind, reasons).play();
    JsonNode body = MailboxFixture.json(answer);
    String found = body.get(answer.statusCode() == 202 ? "status" : "code").stringValue();
    assertEquals(expected.status() + " " + expected.code(), answer.statusCode() + " " + found);
    if (answer.statusCode() != 202) {
      assertEquals(expected.isRetryable(), body.get("retryable").booleanValue());
    }
    assertEquals(
        expected.isRetryable(), answer.headers().firstValue("retry-after").isPresent(), found);
    details(expected, body);
  }

  private static void details(SendRefusal reason, JsonNode body) {
    switch (reason) {
      case UNKNOWN_FIELD ->
          assertEquals("no_such_field", body.get("errors").get(0).get("path").stringValue());
      case MANY_FILES -> {
        assertEquals(5 << 20, body.get("limit_bytes").intValue());
        assertTrue(body.get("estimated_bytes").longValue() > 0);
      }
      case PAUSED_INBOX -> assertEquals("inbox_paused", body.get("reason").stringValue());
      case BLOCKED_RECIPIENT ->
          assertEquals("[\"recipient_blocked\"]", body.get("reasons").toString());
      case NEEDS_APPROVAL -> assertTrue(body.get("flags").toString().contains("has_links"));
      default -> assertTrue(body.has("request_id") || body.has("send_id"));
    }
  }
}
