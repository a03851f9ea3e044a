package dev.agentmailbox.flow.outbox;

import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which recipients go which way, and which of them together. */
final class Routing {
  /** Stands for every domain behind one next hop. */
  private static final String ALL = "";

  /** Recipients in one hand-over: what every SMTP server must take (RFC 5321 section 4.5.3.1.8). */
  private static final int RECIPIENTS_TOGETHER = 100;

  private final MailboxSettings settings;
  private final Route inProcess;
  private final Route network;

  Routing(MailboxSettings settings, Route inProcess, Route network) {
    this.settings = settings;
    this.inProcess = inProcess;
    this.network = network;
  }

  /** Recipients that share one hand-over. */
  record Group(Route route, List<String> recipients) {}

  /** The unresolved recipients in groups; each has its own final dot, so its own record. */
  List<Group> groups(Send send) {
    List<String> local = new ArrayList<>();
    Map<String, List<String>> remote = new LinkedHashMap<>();
    for (SendRecipient recipient : send.recipients()) {
      if (recipient.status() != RecipientStatus.PENDING) {
        continue;
      }
      String address = recipient.address();
      String domain = address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
      if (settings.isOurs(domain)) {
        local.add(address);
      } else {
        // A relay takes all domains in one transaction; a recipient's own server only its own.
        String key = network.deliversFinally() ? domain : ALL;
        remote.computeIfAbsent(key, none -> new ArrayList<>()).add(address);
      }
    }
    List<Group> groups = new ArrayList<>();
    if (!local.isEmpty()) {
      groups.add(new Group(inProcess, local));
    }
    for (List<String> addresses : remote.values()) {
      for (int from = 0; from < addresses.size(); from += RECIPIENTS_TOGETHER) {
        int to = Math.min(from + RECIPIENTS_TOGETHER, addresses.size());
        groups.add(new Group(network, addresses.subList(from, to)));
      }
    }
    return groups;
  }
}
