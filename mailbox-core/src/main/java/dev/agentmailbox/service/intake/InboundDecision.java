package dev.agentmailbox.service.intake;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Classification;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.ThreadStore.KnownReference;
import dev.agentmailbox.service.intake.Recipients.Purpose;
import dev.agentmailbox.service.policy.AddressLists;
import dev.agentmailbox.service.policy.PolicyLoader;
import dev.agentmailbox.service.sending.outcome.Originals;
import dev.agentmailbox.service.sending.outcome.Report;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What happens to a mail in one inbox: blocked by a list, otherwise spam, otherwise held for a
 * reason in the policy, otherwise delivered. Where authentication is enabled, allow entries and
 * contacts count only for an authenticated author, since a From field alone proves nothing.
 */
record InboundDecision(
    Classification classification, Set<String> labels, List<String> holdReasons) {
  static final String UNAUTHENTICATED = "unauthenticated";
  static final String UNKNOWN_SENDER = "unknown_sender";

  boolean held() {
    return !holdReasons.isEmpty();
  }

  /**
   * The rules for a mail that no delivery changes, and that are therefore read before the inbox is
   * locked.
   *
   * @param receive lists of authors and return paths
   * @param hold the policy's reasons to hold a mail
   */
  record Rules(AddressLists receive, Set<String> hold) {
    static Rules of(StoreTransaction tx, InboundMail mail, Inbox inbox) {
      List<String> names = names(mail).toList();
      return new Rules(
          AddressLists.load(tx, inbox.scope(), ListEntry.Direction.RECEIVE, names),
          PolicyLoader.of(tx, inbox).hold());
    }
  }

  /**
   * Decides.
   *
   * @param named mail of this inbox that it names
   */
  static InboundDecision of(
      StoreTransaction tx,
      InboundMail mail,
      Inbox inbox,
      Purpose purpose,
      Rules rules,
      List<KnownReference> named) {
    Author author = new Author(tx, mail, inbox, rules.receive(), named);
    Classification classification = classification(tx, mail, inbox, purpose, author);
    Set<String> labels = new TreeSet<>(Set.of(Label.RECEIVED, Label.UNREAD));
    List<String> holdReasons = List.of();
    switch (classification) {
      case BLOCKED -> labels.add(Label.BLOCKED);
      case SPAM -> labels.add(Label.SPAM);
      case NORMAL, AUTOMATIC -> holdReasons = holdReasons(mail, purpose, rules.hold(), author);
    }
    if (!holdReasons.isEmpty()) {
      labels.add(Label.HELD);
    }
    return new InboundDecision(classification, labels, holdReasons);
  }

  private static Classification classification(
      StoreTransaction tx, InboundMail mail, Inbox inbox, Purpose purpose, Author author) {
    // Reports come from any server, and anyone may write to the postmaster: allow lists do not
    // apply, but block lists do.
    if (isOrdinary(purpose, mail) ? author.isRefused() : author.isBlocked()) {
      return Classification.BLOCKED;
    }
    // Complaints about spam contain it (RFC 2142 section 4).
    if (mail.findings().spam() && purpose != Purpose.PEOPLE) {
      return Classification.SPAM;
    }
    boolean automatic =
        (mail.isAutomatic() && !author.isColleague())
            || purpose == Purpose.RETURN_PATH
            || comesBack(tx, mail, inbox);
    return automatic ? Classification.AUTOMATIC : Classification.NORMAL;
  }

  /**
   * Whether allow lists and contacts apply. Mail to a return path is exempt only if it is a report,
   * because every recipient knows a return path.
   */
  private static boolean isOrdinary(Purpose purpose, InboundMail mail) {
    return purpose == Purpose.MAIL
        || (purpose == Purpose.RETURN_PATH && mail.report().kind() == Report.Kind.OTHER);
  }

  /** Mail sent by this inbox that came back, over a mailing list or a forwarder. */
  private static boolean comesBack(StoreTransaction tx, InboundMail mail, Inbox inbox) {
    String id = mail.parsed().headers().rfcMessageId();
    boolean may = id != null && id.toLowerCase(Locale.ROOT).endsWith('@' + inbox.domain() + '>');
    return may
        && tx.threads().known(inbox.scope(), List.of(id)).stream().anyMatch(KnownReference::ours);
  }

  private static List<String> holdReasons(
      InboundMail mail, Purpose purpose, Set<String> hold, Author author) {
    Set<String> reasons = new LinkedHashSet<>(new TreeSet<>(mail.unreadable()));
    mail.findings().holdReasons().stream()
        .filter(reason -> hold.contains(reason) || Policy.ALWAYS_HELD.contains(reason))
        .sorted()
        .forEach(reasons::add);
    boolean ordinary = isOrdinary(purpose, mail);
    if (ordinary && hold.contains(UNAUTHENTICATED) && !author.isAuthenticated()) {
      reasons.add(UNAUTHENTICATED);
    }
    if (ordinary && hold.contains(UNKNOWN_SENDER) && !author.isKnown()) {
      reasons.add(UNKNOWN_SENDER);
    }
    return List.copyOf(reasons);
  }

  private static Stream<String> authors(InboundMail mail) {
    return mail.parsed().headers().from().stream().map(MailAddress::key).distinct();
  }

  /** All authors, and the return path. */
  private static Stream<String> names(InboundMail mail) {
    String returnPath = mail.envelope().returnPath();
    Stream<String> envelope =
        returnPath.isEmpty() ? Stream.of() : Stream.of(MailAddress.bare(returnPath).key());
    return Stream.concat(authors(mail), envelope);
  }

  /** The author with matching lists and contacts of the inbox. */
  private static final class Author {
    private final StoreTransaction tx;
    private final InboundMail mail;
    private final Inbox inbox;
    private final List<String> authors;
    private final AddressLists receive;

    /** Those of answers when this is one, otherwise {@link #receive}. */
    private final AddressLists lists;

    Author(
        StoreTransaction tx,
        InboundMail mail,
        Inbox inbox,
        AddressLists receive,
        List<KnownReference> named) {
      this.tx = tx;
      this.mail = mail;
      this.inbox = inbox;
      this.authors = authors(mail).toList();
      this.receive = receive;
      this.lists = named.isEmpty() ? receive : ofAnswer(named);
    }

    private AddressLists ofAnswer(List<KnownReference> named) {
      List<String> names = names(mail).toList();
      AddressLists reply = AddressLists.load(tx, inbox.scope(), ListEntry.Direction.REPLY, names);
      boolean differ =
          receive.hasAllowList() || reply.hasAllowList() || names.stream().anyMatch(reply::blocks);
      return differ && answers(named) ? reply : receive;
    }

    /** Whether the author was a recipient of the mail that it names. */
    private boolean answers(List<KnownReference> named) {
      return mail.evidence().trustsAuthor()
          && !authors.isEmpty()
          && Originals.named(tx, inbox.scope(), named)
              .anyMatch(ours -> recipients(ours.headers()).containsAll(authors));
    }

    private static Set<String> recipients(MessageHeaders ours) {
      return Stream.of(ours.to(), ours.cc(), ours.bcc())
          .flatMap(List::stream)
          .map(MailAddress::key)
          .collect(Collectors.toSet());
    }

    /** Whether a block list matches, or the applicable allow list does not. */
    boolean isRefused() {
      if (isBlocked()) {
        return true;
      }
      boolean trusted = mail.evidence().trustsAuthor() && !authors.isEmpty();
      return lists.hasAllowList() && !(trusted && authors.stream().allMatch(lists::allows));
    }

    /**
     * Another inbox of the organization, whose mail is always marked automatic. Wake-ups between
     * two agents are bounded by the wake limit of a thread and the reply budget.
     */
    boolean isColleague() {
      Scope organization = Scope.organization(inbox.organizationId());
      return mail.envelope().authenticatedInProcess()
          && authors.size() == 1
          && !authors.get(0).equals(inbox.address())
          && tx.inboxes().find(organization, authors.get(0)).isPresent();
    }

    boolean isBlocked() {
      return names(mail).anyMatch(name -> receive.blocks(name) || lists.blocks(name));
    }

    /** Where authentication is disabled, no author counts as authenticated. */
    boolean isAuthenticated() {
      return mail.evidence().authentication().isAligned();
    }

    /** Whether the inbox has written to the author, or an allow list names it. */
    boolean isKnown() {
      return mail.evidence().trustsAuthor()
          && !authors.isEmpty()
          && authors.stream().allMatch(key -> lists.allows(key) || wasWrittenTo(key));
    }

    private boolean wasWrittenTo(String key) {
      return !tx.contacts().known(inbox.scope(), Direction.OUTBOUND, List.of(key)).isEmpty();
    }
  }
}
