package dev.agentmailbox.service.intake.screening;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.port.InstructionDetector;
import dev.agentmailbox.port.Screening.Findings;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import dev.agentmailbox.port.SpamEngine;
import dev.agentmailbox.port.SpamEngine.Verdict;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SpamStepsTest {
  private static final String GTUBE =
      "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-" + "UBE-TEST-EMAIL*C.34X";
  private static final String MARKED = "X-Spam-Flag: YES\n" + MailSamples.text("Hello");

  private final ScreeningOrder plain = ScreeningOrder.of(ScreeningConfig.NONE);

  private static ScreeningOrder asking(SpamEngine engine) {
    return ScreeningOrder.of(
        new ScreeningConfig(List.of(), TrustedUpstream.NOBODY, engine, InstructionDetector.NONE));
  }

  private static Evidence failed(Requested requested) {
    return new Evidence(true, new Authentication("fail", "none", "fail", null), requested);
  }

  @Test
  void ordinary_mail_has_no_findings() {
    assertEquals(Findings.NONE, MailSamples.screen(plain, MailSamples.text("See you at noon.")));
  }

  @Test
  void the_test_of_spam_filters_is_spam_in_text_html_and_subject() {
    assertTrue(MailSamples.screen(plain, MailSamples.text(GTUBE)).spam());
    assertTrue(MailSamples.screen(plain, MailSamples.html("<p>" + GTUBE + "</p>")).spam());
    assertTrue(
        MailSamples.screen(
                plain, MailSamples.text("x").replace("Subject: Hello", "Subject: " + GTUBE))
            .spam());
  }

  @Test
  void the_mark_of_a_relay_counts_only_when_the_relay_is_ours() {
    ScreeningOrder believing =
        ScreeningOrder.of(
            new ScreeningConfig(
                List.of(), "192.0.2.7"::equals, SpamEngine.NONE, InstructionDetector.NONE));
    assertTrue(MailSamples.screen(believing, MARKED).spam());
    assertFalse(MailSamples.screen(plain, MARKED).spam());
    assertFalse(MailSamples.screen(believing, MARKED.replace("YES", "NO")).spam());
  }

  @Test
  void mail_that_its_domain_asks_to_refuse_is_spam_and_a_failure_alone_is_not() {
    for (Requested requested : List.of(Requested.QUARANTINE, Requested.REJECT)) {
      assertTrue(plain.screen(MailSamples.mail(MailSamples.text("x"), failed(requested))).spam());
    }
    assertFalse(
        plain.screen(MailSamples.mail(MailSamples.text("x"), failed(Requested.NOTHING))).spam());
  }

  @Test
  void mail_in_our_own_name_is_spam_unless_it_passed_or_nothing_could_be_looked_up() {
    ScreeningOrder order =
        ScreeningOrder.of(
            new ScreeningConfig(
                List.of("example.org"),
                TrustedUpstream.NOBODY,
                SpamEngine.NONE,
                InstructionDetector.NONE));
    String mail = MailSamples.text("It is me.");
    assertTrue(order.screen(MailSamples.mail(mail, MailSamples.dmarc("fail"))).spam());
    assertTrue(order.screen(MailSamples.mail(mail, MailSamples.dmarc("none"))).spam());
    assertFalse(order.screen(MailSamples.mail(mail, MailSamples.dmarc("pass"))).spam());
    assertFalse(order.screen(MailSamples.mail(mail, MailSamples.dmarc("temperror"))).spam());
    assertFalse(order.screen(MailSamples.mail(mail, Evidence.NOT_CHECKED)).spam());
    assertFalse(plain.screen(MailSamples.mail(mail, MailSamples.dmarc("fail"))).spam());
  }

  @Test
  void an_engine_is_asked_last_and_only_its_spam_counts() {
    assertTrue(MailSamples.screen(asking(mail -> Verdict.SPAM), MailSamples.text("x")).spam());
    assertFalse(MailSamples.screen(asking(mail -> Verdict.CLEAN), MailSamples.text("x")).spam());
    assertFalse(MailSamples.screen(asking(mail -> Verdict.UNKNOWN), MailSamples.text("x")).spam());
    AtomicInteger asked = new AtomicInteger();
    SpamEngine counting =
        mail -> {
          asked.incrementAndGet();
          return Verdict.CLEAN;
        };
    MailSamples.screen(asking(counting), MailSamples.text(GTUBE));
    assertEquals(0, asked.get());
  }

  @Test
  void spam_is_labelled_and_not_held() {
    byte[] program = {'M', 'Z', 0};
    Findings findings =
        MailSamples.screen(
            asking(mail -> Verdict.SPAM),
            MailSamples.withFile("a.exe", "application/octet-stream", program));
    assertEquals(Findings.SPAM.with("a.exe\n"), findings);
  }

  @Test
  void mail_that_went_through_more_than_fifty_servers_goes_round_in_circles() {
    String hop = "Received: from a.example by b.example; Sun, 1 Mar 2026 12:00:00 +0000\n";
    assertFalse(MailSamples.screen(plain, hop.repeat(50) + MailSamples.text("x")).loops());
    assertTrue(MailSamples.screen(plain, hop.repeat(51) + MailSamples.text("x")).loops());
  }
}
