package dev.agentmailbox.store.h2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each statement is a round trip on PostgreSQL: what happens often takes no more than these. */
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
  private static final String INBOX = "count@agents.localhost";
  private static final PageRequest PAGE = PageRequest.first(50);

  private final StatementCount count = new StatementCount();
  private final Clock clock = SettableClock.at(StoreFixtures.START);

  @TempDir Path directory;
  private H2Store store;
  @AutoClose private Mailbox mailbox;
  private Caller caller;

  @BeforeEach
  void open() throws Exception {
    store = H2Store.open(directory.resolve("data"), clock, count::counting, JOURNAL_BYTES);
    mailbox = Mailbox.builder().store(store).clock(clock).build();
    caller = mailbox.owner();
    mailbox.inboxes().create(caller, Inboxes.NewInbox.named("count"), IdempotentRequest.unkeyed());
    // The day has its rows.
    receive("warm", "");
    send(mailbox, "warm");
    count.take();
  }

  @Test
  void a_message_that_starts_a_thread_takes_few_statements() throws Exception {
    receive("one", "");
    assertTaken(OF_FIRST_MESSAGE);
  }

  @Test
  void a_message_that_joins_a_thread_takes_few_statements() throws Exception {
    receive("two", "In-Reply-To: <warm@example.com>\r\n");
    assertTaken(OF_ANSWER);
  }

  @Test
  void a_send_takes_few_statements_until_its_answer() {
    send(mailbox, "one");
    assertTaken(OF_SEND);
  }

  @Test
  void a_send_of_certain_outcome_takes_few_statements_and_is_written_once() {
    CapturingTransport keeping = new CapturingTransport(CapturingTransport.Kind.KEEPING, 2);
    Mailbox certain = Mailbox.builder().store(store).clock(clock).transport(keeping).build();
    send(certain, "certain");
    count.take();
    send(certain, "one");
    List<String> taken = count.take();
    assertEquals(OF_CERTAIN_SEND, taken.size(), () -> String.join("\n", taken));
    assertTrue(taken.stream().noneMatch(statement -> statement.startsWith("UPDATE send ")));
  }

  @Test
  void a_message_is_read_with_few_statements() {
    Message message = page().get(0);
    count.take();
    mailbox.messages().get(caller, INBOX, message.id());
    assertTaken(OF_GET);
  }

  @Test
  void a_page_of_messages_is_read_with_few_statements() {
    page();
    assertTaken(OF_PAGE);
  }

  private void assertTaken(int expected) {
    List<String> taken = count.take();
    assertEquals(expected, taken.size(), () -> String.join("\n", taken));
  }

  private List<Message> page() {
    return mailbox.messages().list(caller, INBOX, MessageFilter.ALL, PAGE).items();
  }

  private void receive(String id, String header) throws Exception {
    MailReceiver receiver = mailbox.receiver();
    assertEquals(RecipientAnswer.ACCEPTED, receiver.judge(INBOX));
    String mail =
        "From: ann@example.com\r\nTo: %s\r\nMessage-ID: <%s@example.com>\r\n%sSubject: %s\r\n\r\nhi\r\n"
            .formatted(INBOX, id, header, id);
    try (ContentStore.Spool spool = receiver.spool()) {
      spool.out().write(mail.getBytes(UTF_8));
      receiver.accept(
          new MailReceiver.Envelope("ann@example.com", List.of(INBOX), null, null, false), spool);
    }
  }

  private void send(Mailbox sending, String key) {
    MailInput command =
        MailInput.from(INBOX).to("bob@example.org").subject(key).text("text").build();
    sending
        .sends()
        .submit(
            caller,
            command,
            IdempotentRequest.keyed(
                caller.scope().organizationId(),
                key,
                "body",
                result -> new IdempotencyStore.Answer(202, result.sendId())));
  }
}
