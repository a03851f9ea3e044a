package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.service.message.MentionedAddresses;
import dev.agentmailbox.service.policy.AddressLists;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds recipients that only the text of strangers' mail names: an agent that writes to them may do
 * what a mail told it. Known otherwise are addresses of the service, those on an allow list, those
 * that were written to before, and those in the header of the mail that is answered. Works by
 * structure, whatever the words are. Stateless.
 */
public final class Dictations {
  /** Newest messages that name a recipient of which the author is looked at. */
  private static final int MAX_MESSAGES = 5;

  /** Newest messages of the answered thread whose headers are looked at. */
  private static final int MAX_ANSWERED = 50;

  /** Of those, the ones whose Reply-To is looked at too. */
  private static final int MAX_REPLY_TO = 5;

  private Dictations() {}

  /** Dictated recipients of a mail, with the lists read anew. */
  public static List<Dictation> of(
      StoreTransaction tx,
      MailboxSettings settings,
      Scope inbox,
      Set<String> recipients,
      @Nullable String threadId) {
    AddressLists lists = AddressLists.load(tx, inbox, ListEntry.Direction.SEND, recipients);
    Set<String> unknown = new HashSet<>(recipients);
    unknown.removeAll(tx.contacts().known(inbox, Direction.OUTBOUND, recipients));
    return of(tx, settings, inbox, unknown, threadId, lists);
  }

  /**
   * Dictated recipients of a mail.
   *
   * @param recipients those that were not written to before
   */
  static List<Dictation> of(
      StoreTransaction tx,
      MailboxSettings settings,
      Scope inbox,
      Collection<String> recipients,
      @Nullable String threadId,
      AddressLists lists) {
    Set<String> unknown = new HashSet<>(recipients);
    unknown.removeIf(one -> settings.isOurAddress(one) || lists.allows(one));
    List<Dictation> found = new ArrayList<>();
    for (String recipient : unknown) {
      dictation(tx, settings, inbox, recipient).ifPresent(found::add);
    }
    if (!found.isEmpty() && threadId != null) {
      Set<String> answered = answered(tx, inbox, threadId);
      found.removeIf(one -> answered.contains(one.recipient()));
    }
    return found;
  }

  private static Optional<Dictation> dictation(
      StoreTransaction tx, MailboxSettings settings, Scope inbox, String recipient) {
    return named(tx, settings, inbox, MentionedAddresses.word(recipient))
        .map(
            message ->
                new Dictation(
                    recipient,
                    message.id(),
                    message.threadId(),
                    message.author() == null ? null : message.author().key(),
                    message.createdAt()))
        .or(
            () ->
                named(tx, settings, inbox, MentionedAddresses.ANY)
                    .map(message -> new Dictation(recipient, null, null, null, null)));
  }

  /** The newest message with that word that none of our own inboxes wrote. */
  private static Optional<Message> named(
      StoreTransaction tx, MailboxSettings settings, Scope inbox, String word) {
    return tx
        .search()
        .find(inbox, SearchStore.Query.of(word), PageRequest.first(MAX_MESSAGES))
        .items()
        .stream()
        .flatMap(entry -> tx.messages().find(inbox, entry.messageId()).stream())
        .filter(message -> !isOurs(settings, message.author()))
        .findFirst();
  }

  private static boolean isOurs(MailboxSettings settings, @Nullable MailAddress author) {
    return author != null && settings.isOurAddress(author.key());
  }

  /** Addresses in the headers of received mail of a thread. */
  private static Set<String> answered(StoreTransaction tx, Scope inbox, String threadId) {
    MessageRange seen = new MessageRange(Hidden.visibleBits(List.of()), null, threadId, null, null);
    List<Message> received =
        tx.messages().range(inbox, seen, PageRequest.first(MAX_ANSWERED)).stream()
            .filter(message -> message.direction() == Direction.INBOUND)
            .toList();
    Set<String> named = new HashSet<>();
    for (Message message : received) {
      Stream.of(message.headers().from(), message.headers().to(), message.headers().cc())
          .flatMap(List::stream)
          .forEach(address -> named.add(address.key()));
    }
    received.stream()
        .limit(MAX_REPLY_TO)
        .flatMap(message -> tx.messages().body(inbox, message.id()).stream())
        .flatMap(body -> body.replyTo().stream())
        .forEach(address -> named.add(address.key()));
    return named;
  }
}
