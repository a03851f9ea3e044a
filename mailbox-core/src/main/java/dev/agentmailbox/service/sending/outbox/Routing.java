package dev.agentmailbox.service.sending.outbox;

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

/** Which recipients go which way, and which of them are recorded together. */
final class Routing {
  /** Stands for every domain behind one next hop. */
  private static final String ALL = "";

  private final MailboxSettings settings;
  private final HandOverRoute inProcess;
  private final HandOverRoute network;

  Routing(MailboxSettings settings, HandOverRoute inProcess, HandOverRoute network) {
    this.settings = settings;
    this.inProcess = inProcess;
    this.network = network;
  }

  /** Recipients whose hand-overs are recorded together; their parts go one after the other. */
  record Group(HandOverRoute route, List<Part> parts) {}

  /** Recipients with one return path, and so with one final dot. */
  record Part(String returnPath, List<String> recipients) {}

  /**
   * The unresolved recipients in groups, each with its own record. Those tried least come first: a
   * next hop that is gone after one recipient must not keep the others from their turn.
   */
  List<Group> groups(Send send) {
    List<String> local = new ArrayList<>();
    Map<String, List<Part>> remote = new LinkedHashMap<>();
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
        // A relay is one next hop for all domains; else each domain has servers of its own.
        String key = network.deliversFinally() ? domain : ALL;
        remote
            .computeIfAbsent(key, none -> new ArrayList<>())
            .add(new Part(ReturnPath.of(send, recipient), List.of(address)));
      }
    }
    List<Group> groups = new ArrayList<>();
    if (!local.isEmpty()) {
      // What we deliver ourselves needs no report, and is parsed and stored once for all inboxes.
      groups.add(new Group(inProcess, List.of(new Part(send.mail().envelopeSender(), local))));
    }
    remote.values().forEach(parts -> groups.add(new Group(network, parts)));
    return groups;
  }
}
