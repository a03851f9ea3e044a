package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.fixture.FrequentOperations;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreFixtures;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens often takes no more statements than these. */
class StatementCountIT {
  private static final int OF_FIRST_MESSAGE = 17;
  private static final int OF_ANSWER = 19;

  /** To a new recipient; three fewer to one that the inbox has written to. */
  private static final int OF_SEND = 14;

  /** To a recipient written to before, with the sender's copy; the send is one INSERT. */
  private static final int OF_CERTAIN_SEND = 26;

  private static final int OF_GET = 1;
  private static final int OF_PAGE = 2;

  private static final long JOURNAL_BYTES = 1024 * 1024;
  private final StatementCount count = new StatementCount();
  private final Clock clock = SettableClock.at(StoreFixtures.START);

  @TempDir Path directory;
  private H2Store store;
  @AutoClose private Mailbox mailbox;
  private FrequentOperations operations;

  @BeforeEach
  void open() throws Exception {
    store = H2Store.open(directory.resolve("data"), clock, count::counting, JOURNAL_BYTES);
    mailbox = Mailbox.builder().store(store).clock(clock).build();
    operations = new FrequentOperations(mailbox);
    count.take();
  }

  @Test
  void a_message_that_starts_a_thread_takes_few_statements() throws Exception {
    operations.receive("one", "");
    assertTaken(OF_FIRST_MESSAGE);
  }

  @Test
  void a_message_that_joins_a_thread_takes_few_statements() throws Exception {
    operations.receiveAnswer("two");
    assertTaken(OF_ANSWER);
  }

  @Test
  void a_send_takes_few_statements_until_its_answer() {
    operations.send(mailbox, "one");
    assertTaken(OF_SEND);
  }

  @Test
  void a_send_of_certain_outcome_takes_few_statements_and_is_written_once() {
    CapturingTransport keeping = new CapturingTransport(CapturingTransport.Kind.KEEPING, 2);
    Mailbox certain = Mailbox.builder().store(store).clock(clock).transport(keeping).build();
    operations.send(certain, "certain");
    count.take();
    operations.send(certain, "one");
    List<String> taken = count.take();
    assertEquals(OF_CERTAIN_SEND, taken.size(), () -> String.join("\n", taken));
    assertTrue(taken.stream().noneMatch(statement -> statement.startsWith("UPDATE send ")));
  }

  @Test
  void a_message_is_read_with_few_statements() {
    Message message = operations.page().get(0);
    count.take();
    operations.get(message);
    assertTaken(OF_GET);
  }

  @Test
  void a_page_of_messages_is_read_with_few_statements() {
    operations.page();
    assertTaken(OF_PAGE);
  }

  private void assertTaken(int expected) {
    List<String> taken = count.take();
    assertEquals(expected, taken.size(), () -> String.join("\n", taken));
  }
}
