package dev.agentmailbox.operation;

import static dev.agentmailbox.port.StoreFixtures.ONE;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.flow.intake.Intake;
import dev.agentmailbox.flow.screening.ScreeningOrder;
import dev.agentmailbox.flow.screening.Surroundings;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.message.Authentication;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MessageStore.MessageRange;
import dev.agentmailbox.port.SenderAuthentication.Evidence;
import dev.agentmailbox.port.SenderAuthentication.Requested;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A room that sends mail and hears of it again. */
final class ReportRoom {
  final SendingRoom room = new SendingRoom();
  final SendRecords records = new SendRecords(room);
  final Intake intake;

  /** Takes the place of the author that a report has in its text; null to leave it. */
  @Nullable String author;

  /** What is found out about who sends reports. */
  Evidence evidence = Evidence.NOT_CHECKED;

  ReportRoom(String... feedbackSources) {
    MailboxSettings settings =
        new MailboxSettings("mailbox", List.of("agents.test"), List.of(feedbackSources));
    intake =
        new Intake(
            new MailboxContext(room.store, new IdFactory(room.clock), room.clock, settings),
            new MimeReader(),
            (envelope, message, raw) -> evidence,
            ScreeningOrder.of(Surroundings.NONE));
  }

  /** From now on reports are authenticated for this domain; their author must be of it. */
  void authenticated(String domain) {
    evidence =
        new Evidence(true, new Authentication("none", "pass", "pass", domain), Requested.NOTHING);
  }

  void deliver(String sender, String recipient, String message) throws IOException {
    try (ContentStore.Spool spool = intake.spool()) {
      String text = author == null ? message : message.replaceFirst("From: .*", "From: " + author);
      spool.out().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      intake.accept(
          new MailReceiver.Envelope(sender, List.of(recipient), "test", "192.0.2.1", false), spool);
    } catch (MailReceiver.ReceiveException refused) {
      throw new IOException(refused);
    }
  }

  static String returnPath(Send send, String address) {
    return ReturnPath.of(send, SendRecords.recipient(send, address));
  }

  /** The send after that message came to the return path of its first recipient. */
  Send reported(Send send, String message) throws IOException {
    return reported(send, send.recipients().get(0).address(), message);
  }

  /** The send after that message came to the return path of this recipient. */
  Send reported(Send send, String address, String message) throws IOException {
    deliver("", returnPath(send, address), message);
    return room.get(send.id());
  }

  @Nullable String suspended() {
    return room.read(tx -> tx.organizations().find(StoreFixtures.ORG_A.organizationId()))
        .orElseThrow()
        .suspendedReason();
  }

  /** How many events of that type there are. */
  long count(EventType type) {
    return room.eventTypes().stream().filter(type::equals).count();
  }

  /** The reports the inbox has kept. */
  List<Message> received() {
    return room.read(
        tx ->
            tx.messages()
                .range(
                    ONE,
                    new MessageRange(
                        Hidden.visibleBits(Arrays.asList(Hidden.values())),
                        Label.RECEIVED,
                        null,
                        null,
                        null),
                    PageRequest.first(50)));
  }
}
