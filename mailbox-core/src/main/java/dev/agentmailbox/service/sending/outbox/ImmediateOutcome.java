package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.ParsedMessage;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.service.sending.release.SendRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records a send with its outcome, where the transport says that this is certain: no mark and no
 * second transaction are needed for mail that does not leave the process. Thread safe.
 */
final class ImmediateOutcome {
  private static final Logger LOG = LoggerFactory.getLogger(ImmediateOutcome.class);

  private final MailboxContext context;
  private final MailTransport network;
  private final OutcomeRecorder recorder;
  private final MimeReader reader = new MimeReader();

  ImmediateOutcome(MailboxContext context, MailTransport network, OutcomeRecorder recorder) {
    this.context = context;
    this.network = network;
    this.recorder = recorder;
  }

  /**
   * A mail whose outcome is certain.
   *
   * @param parsed for the sender's copy
   */
  record CertainMail(Outcome outcome, RawMessage content, ParsedMessage parsed) {}

  /** Reads the mail of a request; empty when an attempt decides about it. */
  Optional<CertainMail> read(SendRequest request) {
    Optional<Outcome> outcome = network.certainOutcome();
    String contentKey = request.mail().contentKey();
    if (outcome.isEmpty()
        || contentKey.isEmpty()
        || request.sendAt() != null
        || request.recipients().stream().anyMatch(this::isOurs)) {
      return Optional.empty();
    }
    try {
      Optional<RawMessage> content = context.store().content().find(contentKey);
      return content.isEmpty()
          ? Optional.empty()
          : Optional.of(new CertainMail(outcome.get(), content.get(), reader.read(content.get())));
    } catch (IOException storage) {
      // The outbox reads it again, and says what is wrong.
      return Optional.empty();
    }
  }

  private boolean isOurs(Recipient recipient) {
    String address = recipient.key();
    return context.settings().isOurs(address.substring(address.lastIndexOf('@') + 1));
  }

  /** Writes a released send with its outcome. */
  OutcomeRecorder.Recorded record(StoreTransaction tx, Send released, CertainMail mail) {
    AttemptResult attempt =
        new AttemptResult(
            released.recipients().stream()
                .map(SendRecipient::address)
                .collect(Collectors.toMap(Function.identity(), address -> mail.outcome())),
            network,
            null,
            AttemptResult.Next.LATER);
    return recorder.record(tx, released, attempt, mail.parsed());
  }

  /** Gives the transport the mail of a durable record. */
  void handOver(OutcomeRecorder.Recorded recorded, CertainMail mail) {
    Send send = recorded.send();
    List<String> recipients = send.recipients().stream().map(SendRecipient::address).toList();
    OutboundMail outbound =
        new OutboundMail(send.mail().envelopeSender(), recipients, mail.content(), send.id());
    try {
      var unused = network.handOver(outbound, () -> {});
    } catch (RuntimeException failure) {
      LOG.warn(
          "send {}: the transport did not keep a mail whose outcome is recorded",
          send.id(),
          failure);
    }
    recorder.finish(recorded);
  }
}
