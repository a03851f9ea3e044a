package dev.agentmailbox.operation;

import static dev.agentmailbox.port.StoreFixtures.ONE;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.flow.intake.Intake;
import dev.agentmailbox.flow.screening.ScreeningOrder;
import dev.agentmailbox.flow.screening.Surroundings;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.MimeReader;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.port.MessageStore.MessageRange;
import dev.agentmailbox.port.SenderAuthentication;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A room that sends mail and hears of it again. */
final class ReportRoom {
  final SendingRoom room = new SendingRoom();
  final SendRecords records = new SendRecords(room);
  final Intake intake =
      new Intake(
          room.context,
          new MimeReader(),
          SenderAuthentication.OFF,
          ScreeningOrder.of(Surroundings.NONE));

  void deliver(String sender, String recipient, String message) throws IOException {
    try (ContentStore.Spool spool = intake.spool()) {
      spool.out().write(message.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      intake.accept(
          new MailReceiver.Envelope(sender, List.of(recipient), "test", "192.0.2.1", false), spool);
    } catch (MailReceiver.ReceiveException refused) {
      throw new IOException(refused);
    }
  }

  /** The send after that message came to its return path. */
  Send reported(Send send, String message) throws IOException {
    deliver("", send.envelopeSender(), message);
    return room.get(send.id());
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
