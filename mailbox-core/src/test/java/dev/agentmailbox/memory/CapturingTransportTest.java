package dev.agentmailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CapturingTransportTest {
  private final AtomicInteger marks = new AtomicInteger();

  private static OutboundMail mail(String sendId, String... recipients) {
    return new OutboundMail(
        "bounce@agents.test",
        List.of(recipients),
        RawMessage.of("Subject: x\r\n\r\ny\r\n".getBytes(StandardCharsets.US_ASCII)),
        sendId);
  }

  private Map<String, Outcome> handOver(CapturingTransport transport, OutboundMail mail) {
    return transport.handOver(mail, marks::incrementAndGet);
  }

  private static Kind kind(Map<String, Outcome> outcomes, String recipient) {
    return Objects.requireNonNull(outcomes.get(recipient)).kind();
  }

  @Test
  void accepted_mail_is_kept_after_the_mark() {
    CapturingTransport transport = new CapturingTransport();
    assertEquals(
        Kind.ACCEPTED, kind(handOver(transport, mail("out_1", "a@example.com")), "a@example.com"));
    assertEquals(1, marks.get());
    assertEquals("Subject: x\r\n\r\ny\r\n", transport.last().source());
  }

  @Test
  void prepared_outcomes_are_given_in_order_and_for_addresses() {
    CapturingTransport transport = new CapturingTransport();
    transport.failNext(CapturingTransport.notNow());
    transport.answer("B@example.com", CapturingTransport.unknownUser());
    OutboundMail mail = mail("out_1", "a@example.com", "b@example.com");
    assertEquals(Kind.TEMPORARY, kind(handOver(transport, mail), "a@example.com"));
    assertEquals(0, marks.get(), "nothing was accepted, so no dot was written");
    Map<String, Outcome> second = handOver(transport, mail);
    assertEquals(Kind.ACCEPTED, kind(second, "a@example.com"));
    assertEquals(Kind.RECIPIENT_REFUSED, kind(second, "b@example.com"));
    assertEquals(List.of("a@example.com"), transport.last().recipients());
  }

  @Test
  void a_failing_mark_stops_the_mail() {
    CapturingTransport transport = new CapturingTransport();
    assertThrows(
        IllegalStateException.class,
        () ->
            transport.handOver(
                mail("out_1", "a@example.com"),
                () -> {
                  throw new IllegalStateException("not durable");
                }));
    assertTrue(transport.captured().isEmpty());
  }

  @Test
  void only_the_newest_mails_are_kept() {
    CapturingTransport transport = new CapturingTransport(CapturingTransport.Kind.RELAY, 3);
    for (int i = 0; i < 5; i++) {
      handOver(transport, mail("out_" + i, "a@example.com"));
    }
    assertEquals(
        List.of("out_2", "out_3", "out_4"),
        transport.captured().stream().map(CapturingTransport.Captured::sendId).toList());
  }
}
