package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.net.AddressGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MxTransportIT extends AgainstServers {
  @Test
  void the_server_of_the_lowest_preference_gets_the_mail_as_it_is() {
    Outcome outcome = handOverTo(TO);
    assertEquals(Kind.ACCEPTED, outcome.kind());
    assertTrue(transport.isFinalDelivery());
    assertEquals(TEXT + ".\r\n", first.messages.get(0));
    assertEquals(1, first.count("EHLO client.example"));
    assertEquals(1, first.count("MAIL FROM:<" + FROM + ">"));
    assertEquals(0, second.connections.get());
    assertEquals(1, marks.get());
  }

  @Test
  void equal_servers_share_the_mail() throws Exception {
    dns.mx("even.test", 5, "mx1.peer.test").mx("even.test", 5, "mx2.peer.test");
    for (int i = 0; i < 40; i++) {
      handOverTo("b@even.test");
    }
    assertEquals(40, first.messages.size() + second.messages.size());
    // Forty coins on one side: once in a million million runs.
    assertTrue(!first.messages.isEmpty() && !second.messages.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT,421 4.3.2 later",
    "CONNECT,554 5.3.2 no service",
    "CONNECT,CUT",
    "CONNECT,SILENCE",
    "EHLO,451 4.3.0 later",
    "EHLO,CUT",
    "MAIL,451 4.3.0 later",
    "MAIL,CUT",
    "RCPT,450 4.2.1 greylisted",
    "RCPT,421 4.7.0 later",
    "DATA,451 4.3.0 later",
    "DATA,CUT"
  })
  void what_one_server_does_not_take_now_the_next_one_gets(String step, String answer) {
    first.answers.put(step, answer);
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(0, first.messages.size());
    assertEquals(1, second.messages.size());
    assertEquals(1, marks.get());
  }

  @ParameterizedTest
  @CsvSource({
    "MAIL,550 5.7.1 not you,MESSAGE_REFUSED",
    "RCPT,550 5.1.1 no such user,RECIPIENT_REFUSED",
    "RCPT,550 5.7.1 no,RECIPIENT_REFUSED",
    "DATA,554 5.5.1 no,MESSAGE_REFUSED",
    "DOT,554 5.6.0 content,MESSAGE_REFUSED",
    "DOT,451 4.3.0 later,TEMPORARY",
    "DOT,CUT,UNKNOWN",
    "DOT,SILENCE,UNKNOWN"
  })
  void a_last_word_of_one_server_is_the_last_word(String step, String answer, Kind kind) {
    first.answers.put(step, answer);
    Outcome outcome = handOverTo(TO);
    assertEquals(kind, outcome.kind());
    assertEquals(0, second.connections.get());
  }

  @Test
  void servers_that_all_refuse_to_talk_are_a_refusal_and_one_that_may_later_is_not() {
    first.answers.put("CONNECT", "554 5.7.1 blocked");
    second.answers.put("CONNECT", "554 5.7.1 blocked");
    Outcome refused = handOverTo(TO);
    assertEquals(Kind.MESSAGE_REFUSED, refused.kind());
    assertEquals("5.7.1", status(refused));
    second.answers.put("CONNECT", "421 4.3.2 later");
    assertEquals(Kind.TEMPORARY, handOverTo(TO).kind());
  }

  @Test
  void each_recipient_has_its_own_outcome_and_only_open_ones_go_to_the_next_server() {
    first.answers.put("RCPT TO:<no@peer.test>", "550 5.1.1 no such user");
    first.answers.put("RCPT TO:<grey@peer.test>", "450 4.2.0 greylisted");
    Map<String, Outcome> outcomes = handOver("no@peer.test", "grey@peer.test");
    assertEquals(Kind.RECIPIENT_REFUSED, kind(outcomes, "no@peer.test"));
    assertEquals(Kind.ACCEPTED, kind(outcomes, "grey@peer.test"));
    assertEquals(0, second.count("RCPT TO:<no@peer.test>"));
  }

  /** Or a crash while the next server is asked would resend what the first one took. */
  @Test
  void after_a_final_dot_no_further_server_is_asked() {
    first.answers.put("RCPT TO:<grey@peer.test>", "450 4.2.0 greylisted");
    Map<String, Outcome> outcomes = handOver("yes@peer.test", "grey@peer.test");
    assertEquals(Kind.ACCEPTED, kind(outcomes, "yes@peer.test"));
    assertEquals(Kind.TEMPORARY, kind(outcomes, "grey@peer.test"));
    assertEquals(0, second.connections.get());
    assertEquals(1, marks.get());
  }

  @Test
  void a_domain_without_mx_is_its_own_server() throws Exception {
    dns.address("plain.test", "127.0.0.12");
    assertEquals(Kind.ACCEPTED, handOverTo("b@plain.test").kind());
    assertEquals(1, second.messages.size());
  }

  @Test
  void a_null_mx_takes_no_mail() {
    dns.mx("null.test", 0, ".");
    Outcome outcome = handOverTo("b@null.test");
    assertEquals(Kind.RECIPIENT_REFUSED, outcome.kind());
    assertEquals("5.1.10", status(outcome));
  }

  @Test
  void a_domain_that_does_not_exist_or_has_no_server_is_a_bad_address() {
    dns.text("text.test", "nothing else");
    for (String address : new String[] {"b@none.test", "b@text.test", "b@a..b", "b@-x.test"}) {
      Outcome outcome = handOverTo(address);
      assertEquals(Kind.RECIPIENT_REFUSED, outcome.kind(), address);
      assertEquals("5.1.2", status(outcome), address);
    }
  }

  @Test
  void a_server_without_an_address_is_no_bad_address_of_the_recipient() {
    dns.mx("lost.test", 10, "nowhere.test");
    Outcome outcome = handOverTo("b@lost.test");
    assertEquals(Kind.RECIPIENT_REFUSED, outcome.kind());
    assertEquals("5.4.4", status(outcome));
  }

  @Test
  void name_servers_that_fail_or_say_nothing_are_for_now_and_are_left_alone_for_a_while() {
    dns.fails("broken.test").silent("slow.test");
    for (String domain : new String[] {"broken.test", "slow.test"}) {
      assertEquals(Kind.TEMPORARY, handOverTo("b@" + domain).kind());
      int asked = dns.questions.size();
      assertEquals(Kind.TEMPORARY, handOverTo("c@" + domain).kind());
      assertEquals(asked, dns.questions.size(), "not asked again");
    }
  }

  @Test
  void a_server_that_cannot_be_reached_is_left_alone_for_a_while() throws Exception {
    first.close();
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    second.answers.put("CONNECT", "421 4.3.2 later");
    second.cutAll();
    assertEquals(Kind.TEMPORARY, handOverTo(TO).kind());
    int connections = second.connections.get();
    Outcome paused = handOverTo(TO);
    assertEquals(Kind.TEMPORARY, paused.kind());
    assertTrue(
        Objects.requireNonNull(paused.notBefore()).compareTo(HostPauses.FIRST) <= 0,
        paused.toString());
    assertEquals(connections, second.connections.get());
  }

  @Test
  void our_own_name_among_the_servers_ends_the_list() {
    dns.mx("backup.test", 10, "mx1.peer.test").mx("backup.test", 20, "client.example");
    dns.mx("backup.test", 30, "mx2.peer.test");
    first.answers.put("RCPT", "450 4.2.0 later");
    assertEquals(Kind.TEMPORARY, handOverTo("b@backup.test").kind());
    assertEquals(0, second.connections.get());
    dns.mx("ours.test", 10, "client.example");
    Outcome loop = handOverTo("b@ours.test");
    assertEquals(Kind.RECIPIENT_REFUSED, loop.kind());
    assertEquals("5.4.6", status(loop));
  }

  @Test
  void addresses_that_are_not_public_are_never_connected_to() throws Exception {
    transport.close();
    transport = transport(AddressGuard.PUBLIC_ONLY);
    dns.address("inner.test", "10.0.0.1").address("meta.test", "169.254.169.254");
    dns.address("six.test", "::1");
    for (String domain : new String[] {"peer.test", "inner.test", "meta.test", "six.test"}) {
      Outcome outcome = handOverTo("b@" + domain);
      assertEquals(Kind.RECIPIENT_REFUSED, outcome.kind(), domain);
      assertEquals("5.4.4", status(outcome), domain);
    }
    assertEquals(0, first.connections.get() + second.connections.get());
  }

  @Test
  void a_connection_is_used_again() {
    handOverTo(TO);
    handOverTo("c@peer.test");
    assertEquals(1, first.connections.get());
    assertEquals(2, first.messages.size());
  }

  @Test
  void a_kept_connection_that_ended_is_replaced() throws Exception {
    handOverTo(TO);
    first.cutAll();
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(2, first.messages.size());
  }

  @Test
  void ipv6_is_spoken_when_the_server_has_nothing_else() throws Exception {
    assumeTrue(hasLoopbackSix(), "this machine has no IPv6");
    ScriptedSink six = sink("::1", first.port());
    dns.address("six.test", "::1");
    assertEquals(Kind.ACCEPTED, handOverTo("b@six.test").kind());
    assertEquals(1, six.messages.size());
  }

  private static Kind kind(Map<String, Outcome> outcomes, String recipient) {
    return Objects.requireNonNull(outcomes.get(recipient)).kind();
  }

  private static boolean hasLoopbackSix() throws IOException {
    return NetworkInterface.getByInetAddress(InetAddress.getAllByName("::1")[0]) != null;
  }

  @Test
  void a_third_message_to_a_slow_domain_is_sent_away_at_once_and_others_pass() throws Exception {
    dns.address("plain.test", "127.0.0.12");
    first.answers.put("MAIL", ScriptedSink.SILENCE);
    second.answers.put("CONNECT", "220 here");
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try {
      CountDownLatch begun = new CountDownLatch(2);
      Set<Future<Outcome>> slow = new HashSet<>();
      for (int i = 0; i < 2; i++) {
        slow.add(
            workers.submit(
                () -> {
                  begun.countDown();
                  return handOverTo(TO);
                }));
      }
      assertTrue(begun.await(60, TimeUnit.SECONDS));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (first.count("MAIL") < 2) {
        assertTrue(System.nanoTime() < deadline, "both are on their way");
        Thread.onSpinWait();
      }
      Outcome third = handOverTo(TO);
      assertEquals(Kind.BUSY, third.kind());
      assertEquals(Slots.SHORTEST_WAIT, third.notBefore());
      assertEquals(Kind.ACCEPTED, handOverTo("b@plain.test").kind());
      for (Future<Outcome> one : slow) {
        assertEquals(Kind.ACCEPTED, one.get(60, TimeUnit.SECONDS).kind(), "by the second server");
      }
    } finally {
      workers.shutdown();
    }
  }

  @Test
  void recipients_of_two_domains_are_a_mistake_of_the_caller() {
    assertThrows(IllegalArgumentException.class, () -> handOver(TO, "b@other.test"));
  }
}
