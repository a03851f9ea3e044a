package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.fixture.FrequentOperations;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreFixtures;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a database on another machine costs: each round trip is time, with locks held. */
class RoundTripIT {
  private static final int OF_FIRST_MESSAGE = 11;
  private static final int OF_ANSWER = 16;
  private static final int OF_SEND = 19;
  private static final int OF_CERTAIN_SEND = 20;
  private static final int OF_GET = 1;
  private static final int OF_PAGE = 2;

  /** After a pause the pool asks first whether its connection is alive. */
  private static final String POOL_TRUST = "com.zaxxer.hikari.aliveBypassWindowMs";

  private final Clock clock = SettableClock.at(StoreFixtures.START);
  private PostgresStore store;
  private RoundTrips trips;
  private Mailbox mailbox;
  private FrequentOperations operations;

  @BeforeEach
  void open() throws Exception {
    PostgresUrl database = TestPostgres.schema();
    trips = new RoundTrips(database);
    System.setProperty(POOL_TRUST, "600000");
    try {
      store = PostgresStore.open(trips.through(database), clock);
    } finally {
      System.clearProperty(POOL_TRUST);
    }
    mailbox = Mailbox.builder().store(store).clock(clock).build();
    operations = new FrequentOperations(mailbox);
    trips.awaitSilence();
  }

  private void assertTrips(int expected) {
    List<String> taken = trips.take();
    assertEquals(expected, taken.size(), taken::toString);
  }

  @AfterEach
  void close() {
    if (mailbox != null) {
      mailbox.close();
    }
    if (trips != null) {
      trips.close();
    }
  }

  @Test
  void a_message_that_starts_a_thread_takes_few_round_trips() throws Exception {
    operations.receive("one", "");
    assertTrips(OF_FIRST_MESSAGE);
  }

  @Test
  void a_message_that_joins_a_thread_takes_few_round_trips() throws Exception {
    operations.receiveAnswer("two");
    assertTrips(OF_ANSWER);
  }

  @Test
  void a_send_takes_few_round_trips_until_its_answer() {
    operations.send(mailbox, "one");
    assertTrips(OF_SEND);
  }

  @Test
  void a_send_of_certain_outcome_takes_few_round_trips() throws Exception {
    CapturingTransport keeping = new CapturingTransport(CapturingTransport.Kind.KEEPING, 2);
    Mailbox certain = Mailbox.builder().store(store).clock(clock).transport(keeping).build();
    operations.send(certain, "certain");
    trips.awaitSilence();
    operations.send(certain, "one");
    assertTrips(OF_CERTAIN_SEND);
  }

  @Test
  void a_message_is_read_in_one_round_trip() {
    Message message = operations.page().get(0);
    trips.take();
    operations.get(message);
    assertTrips(OF_GET);
  }

  @Test
  void a_page_of_messages_is_read_in_two_round_trips() {
    trips.take();
    operations.page();
    assertTrips(OF_PAGE);
  }
}
