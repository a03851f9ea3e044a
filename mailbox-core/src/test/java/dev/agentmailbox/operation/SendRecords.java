package dev.agentmailbox.operation;

import static dev.agentmailbox.port.StoreFixtures.ORG_A;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.UsageStore.Quota;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.io.IOException;
import java.util.List;

/** What the store of a room has written down about its sends, and the lists they are held to. */
final class SendRecords {
  private final SendingRoom room;

  SendRecords(SendingRoom room) {
    this.room = room;
  }

  static SendRecipient recipient(Send send, String address) {
    return send.recipients().stream()
        .filter(r -> r.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  /** What became of the first recipient. */
  static RecipientStatus status(Send send) {
    return send.recipients().get(0).status();
  }

  static List<String> addresses(Send send) {
    return send.recipients().stream().map(SendRecipient::address).toList();
  }

  boolean suppressed(String address) {
    return room.read(
        tx ->
            tx.lists()
                .find(ORG_A, ListEntry.Direction.SEND, ListEntry.Type.BLOCK, address)
                .filter(ListEntry::suppression)
                .isPresent());
  }

  /** Nobody is written to at this address or domain from inbox one any more. */
  void block(String entry) {
    list(StoreFixtures.ONE, ListEntry.Type.BLOCK, entry, false);
  }

  void list(Scope level, ListEntry.Type type, String entry, boolean suppression) {
    room.store.write(
        tx ->
            tx.lists()
                .insert(
                    new ListEntry(
                        entry,
                        ListEntry.Direction.SEND,
                        type,
                        level,
                        null,
                        suppression,
                        StoreFixtures.START)));
  }

  /** What was counted today. */
  long counted(Counter counter) {
    List<UsageDay> days =
        room.read(
            tx ->
                tx.usage()
                    .days(
                        ORG_A.organizationId(),
                        ORG_A.organizationId(),
                        room.context.today(),
                        room.context.today()));
    return days.isEmpty() ? 0 : days.get(0).get(counter);
  }

  /** How many recipients of today's limit are taken. */
  long taken() {
    return room.read(
        tx -> tx.usage().used(ORG_A.organizationId(), room.context.today(), Quota.RECIPIENTS));
  }

  /** Removes content that no message names, and says how much there was. */
  int leftOver() throws IOException {
    return room.store
        .content()
        .sweep(key -> room.store.read(tx -> tx.messages().namesContent(key)));
  }
}
