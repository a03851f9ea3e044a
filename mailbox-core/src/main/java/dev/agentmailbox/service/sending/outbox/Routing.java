package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.ReturnPath;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Groups recipients by transport and by record. */
final class Routing {
  /** Stands for all domains behind one next hop. */
  private static final String ALL = "";

  private final MailboxSettings settings;
  private final MailTransport inProcess;
  private final MailTransport network;

  Routing(MailboxSettings settings, MailTransport inProcess, MailTransport network) {
    this.settings = settings;
    this.inProcess = inProcess;
    this.network = network;
  }

  /**
   * Recipients recorded together.
   *
   * @param mails one for each return path, and thus SMTP transaction; handed over sequentially
   */
  record Group(MailTransport transport, List<OutboundMail> mails) {}

  /**
   * Groups the open recipients. Groups with the fewest attempts come first, so that a next hop that
   * fails after one recipient does not starve the others.
   */
  List<Group> groups(Send send, RawMessage content) {
    List<String> local = new ArrayList<>();
    Map<String, List<OutboundMail>> remote = new LinkedHashMap<>();
    List<SendRecipient> open =
        send.recipients().stream()
            .filter(r -> r.status() == RecipientStatus.PENDING)
            .sorted(Comparator.comparingInt(recipient -> recipient.state().attempts()))
            .toList();
    for (SendRecipient recipient : open) {
      String address = recipient.address();
      String domain = address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
      if (settings.isOurs(domain)) {
        local.add(address);
      } else {
        // A relay is one next hop for all domains; otherwise each domain has its own servers.
        String key = network.isFinalDelivery() ? domain : ALL;
        remote
            .computeIfAbsent(key, none -> new ArrayList<>())
            .add(mail(send, ReturnPath.of(send, recipient), List.of(address), content));
      }
    }
    List<Group> groups = new ArrayList<>();
    if (!local.isEmpty()) {
      // In-process delivery needs no bounces, and is parsed and stored once for all inboxes.
      OutboundMail mail = mail(send, send.mail().envelopeSender(), local, content);
      groups.add(new Group(inProcess, List.of(mail)));
    }
    remote.values().forEach(mails -> groups.add(new Group(network, mails)));
    return groups;
  }

  private static OutboundMail mail(
      Send send, String returnPath, List<String> recipients, RawMessage content) {
    return new OutboundMail(returnPath, recipients, content, send.id());
  }
}
