package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which outcomes count for the {@link Breaker}. Nothing that an address chosen by a stranger does:
 *
 * <ul>
 *   <li>A permanent bounce counts once for each registrable domain of its recipients and UTC day,
 *       and not for a recipient that wrote to the inbox, or that a received mail of the thread
 *       names.
 *   <li>A complaint counts when a configured feedback loop reports it.
 * </ul>
 *
 * <p>Thread safe.
 */
final class CountedOutcomes {
  /** How long a bounce is remembered per domain and day. */
  private static final Duration KEPT = Duration.ofDays(2);

  private static final List<Integer> ALL_BITS = Hidden.visibleBits(List.of(Hidden.values()));

  private final MailboxContext context;

  CountedOutcomes(MailboxContext context) {
    this.context = context;
  }

  /** Complaints among the changes that count. */
  long complaints(List<RecipientChange> changes, Reporter reporter) {
    return reporter.isFeedbackLoop(context.settings())
        ? changes.stream().filter(c -> c.recipient().status() == RecipientStatus.COMPLAINED).count()
        : 0;
  }

  /** Bounces among the changes that count; remembers their domains. */
  long bounces(StoreTransaction tx, Send send, List<RecipientChange> changes, Instant now) {
    Set<String> bounced =
        changes.stream()
            .map(RecipientChange::recipient)
            .filter(CountedOutcomes::isRefusedPermanently)
            .map(recipient -> recipient.address().toLowerCase(Locale.ROOT))
            .collect(Collectors.toCollection(TreeSet::new));
    if (bounced.isEmpty()) {
      return 0;
    }
    bounced.removeAll(tx.contacts().known(send.scope(), Direction.INBOUND, bounced));
    bounced.removeAll(namedByOthers(tx, send, bounced));
    // In order, so that concurrent transactions do not wait for each other.
    return bounced.stream()
        .map(address -> address.substring(address.lastIndexOf('@') + 1))
        .map(context.settings().registrableDomains()::of)
        .distinct()
        .sorted()
        .filter(domain -> isFirst(tx, send, domain, now))
        .count();
  }

  private static boolean isRefusedPermanently(SendRecipient recipient) {
    return recipient.status() == RecipientStatus.BOUNCED
        && BounceType.PERMANENT.equals(recipient.state().bounceType());
  }

  private boolean isFirst(StoreTransaction tx, Send send, String domain, Instant now) {
    String organizationId = send.scope().organizationId();
    String day = "bounce " + organizationId + ' ' + context.today() + ' ' + domain;
    return tx.receipts().note(organizationId, day, now, now.plus(KEPT));
  }

  /** Recipients that received mail of the thread names: a reply to all may go to any address. */
  private static Set<String> namedByOthers(
      StoreTransaction tx, Send send, Collection<String> bounced) {
    if (bounced.isEmpty() || send.threadId() == null) {
      return Set.of();
    }
    MessageRange thread = new MessageRange(ALL_BITS, null, send.threadId(), null, null);
    return tx
        .messages()
        .range(send.scope(), thread, PageRequest.first(PageRequest.MAX_LIMIT))
        .stream()
        .filter(message -> message.direction() == Direction.INBOUND)
        .flatMap(CountedOutcomes::named)
        .map(MailAddress::key)
        .collect(Collectors.toSet());
  }

  private static Stream<MailAddress> named(Message message) {
    return Stream.of(
            Stream.of(message.author()),
            message.headers().to().stream(),
            message.headers().cc().stream())
        .flatMap(addresses -> addresses)
        .filter(Objects::nonNull);
  }
}
