package dev.agentmailbox.service.sending;

import static dev.agentmailbox.fixture.SendingFixture.INBOX;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.fixture.Refusals;
import dev.agentmailbox.fixture.SendRecords;
import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.StoreFixtures;
import java.util.List;

/** Where sends are submitted to hear what the checks say of them. */
final class SendCheckFixture {
  final SendingFixture sending = new SendingFixture();
  private final SendRecords records = new SendRecords(sending);

  static MailInput.Builder to(String address) {
    return MailInput.from(INBOX).to(address).subject("Hello").text("Some words.");
  }

  MailboxException refused(MailInput.Builder command) {
    return Refusals.refused(() -> sending.submit(command));
  }

  /** All reasons the send is blocked for. */
  List<Object> reasons(MailInput.Builder command) {
    return Refusals.blockedFor(() -> sending.submit(command));
  }

  /** The places of all problems of the request. */
  List<String> problemPaths(MailInput.Builder command) {
    return Refusals.problemPaths(() -> sending.submit(command));
  }

  /** How many recipients of today's limit are taken. */
  long used() {
    return records.taken();
  }

  void list(ListEntry.Type type, String entry) {
    records.list(StoreFixtures.ONE, type, entry, false);
  }
}
