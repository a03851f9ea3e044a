package dev.agentmailbox.service;

import static dev.agentmailbox.fixture.SendingFixture.CALLER;
import static dev.agentmailbox.fixture.SendingFixture.INBOX;
import static dev.agentmailbox.fixture.SendingFixture.mail;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.fixture.FaultyStore;
import dev.agentmailbox.fixture.FaultyStore.Fault;
import dev.agentmailbox.fixture.FaultyStore.Manner;
import dev.agentmailbox.fixture.FaultyStore.Point;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.intake.Intake;
import dev.agentmailbox.service.intake.screening.ScreeningConfig;
import dev.agentmailbox.service.intake.screening.ScreeningOrder;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.usage.Counter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is promised when the process dies, or its storage fails, at an exact point: every write of
 * every job, before it and after it. Afterwards the same store is worked on as by a new process.
 * The real kills are in the KillIT of the H2 store and of the server.
 */
class CrashMatrixTest {
  /** More writes than one hand-over has. */
  private static final int LAST_WRITE = 6;

  private static final Duration LEASE = Duration.ofSeconds(31);

  private final FaultyStore store = new FaultyStore();
  private final CapturingTransport capture = new CapturingTransport();
  private final SendingFixture fixture = new SendingFixture(store, capture);
  private final Intake intake =
      new Intake(
          fixture.context,
          new MimeReader(),
          SenderAuthentication.OFF,
          ScreeningOrder.of(ScreeningConfig.NONE));

  static Stream<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    for (int write = 1; write <= LAST_WRITE; write++) {
      for (Point point : Point.values()) {
        for (Manner manner : Manner.values()) {
          faults.add(new Fault(write, point, manner));
        }
      }
    }
    return faults.stream();
  }

  private long events(EventType type) {
    return fixture.eventTypes().stream().filter(type::equals).count();
  }

  /** Hands over until nothing is due, over deaths and failures. */
  private void handOverAll() {
    for (int life = 0; life < 5; life++) {
      try {
        fixture.outbox.runDue();
      } catch (FaultyStore.Killed | StoreException death) {
        // The next life begins when the lease of this one is over.
      }
      fixture.clock.advance(LEASE);
    }
    fixture.clock.advance(Duration.ofMinutes(2));
    fixture.outbox.runDue();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void a_mail_is_handed_over_once_or_once_more_and_told_once(Fault fault) {
    Send accepted = fixture.get(fixture.submit(mail()).sendId());
    store.arm(fault);
    handOverAll();
    Send send = fixture.get(accepted.id());
    assertEquals(SendStatus.SENT, send.status(), fault.toString());
    assertEquals(RecipientStatus.SENT, send.recipients().get(0).status());
    assertEquals(1, events(EventType.MESSAGE_SENT));
    assertEquals(1, new SendRecords(fixture).counted(Counter.SENT_MESSAGES));
    assertEquals(1, new SendRecords(fixture).counted(Counter.SENT_RECIPIENTS));
    int taken = capture.captured().size();
    assertTrue(taken == 1 || (taken == 2 && send.resent()), taken + " times, " + fault);
    for (CapturingTransport.Captured one : capture.captured()) {
      assertTrue(one.source().contains(accepted.mail().rfcMessageId()), "the same Message-ID");
      assertEquals(returnPath(accepted), one.envelopeSender(), "the same return path");
    }
  }

  @Test
  void the_faults_reach_every_write_of_a_hand_over() {
    fixture.submit(mail());
    store.arm(new Fault(3, Point.AFTER_COMMIT, Manner.KILLED));
    assertThrows(FaultyStore.Killed.class, fixture.outbox::runDue);
    assertEquals(1, capture.captured().size(), "the third write records what was taken");
    assertEquals(1, events(EventType.MESSAGE_SENT));
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void a_request_whose_answer_is_lost_is_done_once_however_often_it_is_repeated(Point point) {
    store.arm(new Fault(1, point, Manner.STORAGE_FAILS));
    assertThrows(StoreException.class, this::submitKeyed);
    String sendId = submitKeyed();
    assertEquals(sendId, submitKeyed());
    fixture.outbox.runDue();
    assertEquals(1, capture.captured().size());
    assertEquals(1, fixture.sends.list(CALLER, null, null, PageRequest.first(10)).items().size());
  }

  private String submitKeyed() {
    try {
      return fixture
          .sends
          .submit(CALLER, mail().build(), SendingFixture.keyed("key", "body"))
          .sendId();
    } catch (IdempotentRequest.Replay replay) {
      return replay.answer().body();
    }
  }

  private static String returnPath(Send send) {
    return ReturnPath.of(send, send.recipients().get(0));
  }

  private void deliver(String recipient, String message)
      throws IOException, MailReceiver.ReceiveException {
    try (ContentStore.Spool spool = intake.spool()) {
      spool.out().write(message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      intake.accept(
          new MailReceiver.Envelope("", List.of(recipient), "test", "192.0.2.1", false), spool);
    }
  }

  private List<Message> received() {
    return fixture.read(
        tx ->
            tx.messages()
                .range(
                    ONE,
                    new MessageRange(List.of(0), Label.RECEIVED, null, null, null),
                    PageRequest.first(50)));
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void mail_without_a_250_is_stored_once_when_it_comes_again(Point point) throws Exception {
    String message = "From: a@b.test\nMessage-ID: <1@b.test>\nSubject: Once\n\ntext\n";
    store.arm(new Fault(1, point, Manner.STORAGE_FAILS));
    assertThrows(MailReceiver.ReceiveException.class, () -> deliver(INBOX, message));
    assertEquals(point == Point.AFTER_COMMIT ? 1 : 0, received().size());
    deliver(INBOX, message);
    deliver(INBOX, message);
    assertEquals(1, received().size());
    assertEquals(1, events(EventType.MESSAGE_RECEIVED));
    assertEquals(1, new SendRecords(fixture).counted(Counter.RECEIVED));
    assertTrue(store.content().find(received().get(0).content().contentKey()).isPresent());
  }

  @ParameterizedTest
  @EnumSource(Point.class)
  void a_bounce_without_a_250_is_recorded_once_when_it_comes_again(Point point) throws Exception {
    Send send = fixture.send(mail());
    String bounce =
        """
        From: MAILER-DAEMON@mx.example.com
        Subject: failure notice

        <bob@example.com>: could not be delivered: 550 5.1.1 user unknown
        """;
    store.arm(new Fault(1, point, Manner.STORAGE_FAILS));
    assertThrows(MailReceiver.ReceiveException.class, () -> deliver(returnPath(send), bounce));
    assertEquals(point == Point.AFTER_COMMIT ? 1 : 0, events(EventType.MESSAGE_BOUNCED));
    deliver(returnPath(send), bounce);
    deliver(returnPath(send), bounce);
    assertEquals(RecipientStatus.BOUNCED, fixture.get(send.id()).recipients().get(0).status());
    assertEquals(1, events(EventType.MESSAGE_BOUNCED));
    assertEquals(1, new SendRecords(fixture).counted(Counter.BOUNCED));
    assertEquals(1, received().size());
  }
}
