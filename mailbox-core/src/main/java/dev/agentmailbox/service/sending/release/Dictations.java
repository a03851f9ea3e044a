package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.sending.Dictation;
import dev.agentmailbox.sending.Dictation.Kind;
import dev.agentmailbox.service.message.LinkDomains;
import dev.agentmailbox.service.message.Mentions;
import dev.agentmailbox.service.policy.AddressLists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds recipients and links that only strangers' mail names: an agent that uses them may do what a
 * mail told it. Known otherwise are
 *
 * <ul>
 *   <li>addresses of the service, those on an allow list, and those that were written to before;
 *   <li>recipients in the header of the mail that is answered;
 *   <li>links to domains of the service, of a recipient or on an allow list, those that a human
 *       approved before, and those of the mail that is answered when its author is a recipient.
 * </ul>
 *
 * <p>Works by structure, whatever the words are. Used for one mail.
 */
public final class Dictations {
  /** Most link domains of a mail that are looked up; of more, each counts as dictated. */
  static final int MAX_LINKS = 20;

  /** Messages with a name that are looked up; of several inboxes they are not the newest. */
  private static final int MAX_NAMING = 50;

  /** The newest of them, of which the author is looked at. */
  private static final int MAX_MESSAGES = 5;

  /** Newest messages of the answered thread whose headers are looked at. */
  private static final int MAX_ANSWERED = 50;

  /** Of those, the ones whose Reply-To and links are looked at too. */
  private static final int MAX_BODIES = 5;

  private final StoreTransaction tx;
  private final MailboxSettings settings;
  private final Scope inbox;
  private final Scope reach;

  private final Subject mail;

  /** Recipients that nothing but a mail may name. */
  private final List<String> recipients;

  /** The same of links, by registrable domain. */
  private final List<String> links;

  /** The words under which mail names them. */
  private final List<String> names;

  /** Names in what the agent deleted. */
  private Set<String> deleted = Set.of();

  /** Messages in reach, by the names that were looked for. */
  private Map<String, List<SearchStore.Entry>> naming = Map.of();

  private Dictations(Reader reader, Subject mail, Set<String> unknown, AddressLists lists) {
    this.tx = reader.tx();
    this.settings = reader.settings();
    this.inbox = reader.inbox();
    this.reach = reader.reach();
    this.mail = mail;
    this.recipients =
        mail.recipients().stream()
            .filter(one -> unknown.contains(one) && !settings.isOurAddress(one))
            .filter(one -> !lists.allows(one))
            .toList();
    Set<String> unknownLinks =
        mail.links().stream()
            .filter(one -> unknown.contains(LinkDomains.contact(one)))
            .filter(one -> !lists.allows(LinkDomains.contact(one)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!unknownLinks.isEmpty()) {
      mail.recipients().forEach(one -> unknownLinks.remove(domainOf(one)));
      settings
          .domains()
          .forEach(ours -> unknownLinks.remove(settings.registrableDomains().of(ours)));
    }
    this.links = List.copyOf(unknownLinks);
    this.names = words();
  }

  private List<String> words() {
    List<String> words = new ArrayList<>();
    recipients.forEach(one -> words.add(Mentions.addressWord(one)));
    links.stream().limit(MAX_LINKS).forEach(one -> words.add(Mentions.domainWord(one)));
    if (!recipients.isEmpty()) {
      words.add(Mentions.ANY_ADDRESS);
    }
    if (!links.isEmpty()) {
      words.add(Mentions.ANY_DOMAIN);
    }
    return List.copyOf(words);
  }

  /**
   * Whose mail is looked at.
   *
   * @param inbox that sends
   * @param reach what the author of the mail can read: an agent may have read in one inbox what it
   *     sends from another
   */
  public record Reader(StoreTransaction tx, MailboxSettings settings, Scope inbox, Scope reach) {}

  /**
   * What is known of a mail.
   *
   * @param recipients in lower case
   * @param links registrable domains that its author links to
   * @param threadId the thread it answers; null for none
   */
  public record Subject(Set<String> recipients, Set<String> links, @Nullable String threadId) {
    /** Recipients and links by the names under which they are noted as contacts. */
    Set<String> contacts() {
      return Stream.concat(recipients.stream(), links.stream().map(LinkDomains::contact))
          .collect(Collectors.toSet());
    }
  }

  /** Dictated recipients and links of a mail, with lists and contacts read anew. */
  public static List<Dictation> of(Reader reader, Subject mail) {
    StoreTransaction tx = reader.tx();
    Scope inbox = reader.inbox();
    AddressLists lists = AddressLists.load(tx, inbox, ListEntry.Direction.SEND, mail.contacts());
    Set<String> unknown = new HashSet<>(mail.contacts());
    unknown.removeAll(tx.contacts().known(inbox, Direction.OUTBOUND, mail.contacts()));
    Dictations dictations = search(reader, mail, unknown, lists);
    return dictations.find(tx.contacts().known(inbox, Direction.INBOUND, dictations.names()));
  }

  /**
   * The search for dictated recipients and links of a mail.
   *
   * @param unknown those of {@link Subject#contacts} that are no contacts yet
   */
  static Dictations search(Reader reader, Subject mail, Set<String> unknown, AddressLists lists) {
    return new Dictations(reader, mail, unknown, lists);
  }

  /** The words under which mail names what is looked for; none when all is known otherwise. */
  List<String> names() {
    return names;
  }

  /**
   * What is dictated.
   *
   * @param received inbound contacts of the inbox, in which those of {@link #names} that deleted
   *     mail named are contained
   */
  List<Dictation> find(Set<String> received) {
    if (names.isEmpty()) {
      return List.of();
    }
    deleted = received;
    naming = tx.search().naming(reach, names, MAX_NAMING);
    List<Dictation> found = new ArrayList<>();
    // Most are not named at all.
    if (!naming.isEmpty() || names.stream().anyMatch(deleted::contains)) {
      recipients.forEach(one -> look(Kind.RECIPIENT, one).ifPresent(found::add));
      links.stream().limit(MAX_LINKS).forEach(one -> look(Kind.LINK, one).ifPresent(found::add));
    }
    links.stream().skip(MAX_LINKS).map(one -> unknown(Kind.LINK, one)).forEach(found::add);
    if (!found.isEmpty() && mail.threadId() != null) {
      Answered answered = answered(mail.threadId(), mail.recipients());
      found.removeIf(answered::names);
    }
    return found;
  }

  private String domainOf(String address) {
    return settings.registrableDomains().of(address.substring(address.lastIndexOf('@') + 1));
  }

  private Optional<Dictation> look(Kind kind, String name) {
    boolean recipient = kind == Kind.RECIPIENT;
    String word = recipient ? Mentions.addressWord(name) : Mentions.domainWord(name);
    String any = recipient ? Mentions.ANY_ADDRESS : Mentions.ANY_DOMAIN;
    return named(kind, name, word)
        .or(
            () ->
                messages(reach, naming.getOrDefault(any, List.of()))
                    .filter(message -> !isOurs(message))
                    .findFirst()
                    .map(message -> unknown(kind, name)))
        .or(
            () ->
                deleted.contains(word) || deleted.contains(any)
                    ? Optional.of(unknown(kind, name))
                    : Optional.empty());
  }

  /** One of which the message is not known. */
  private static Dictation unknown(Kind kind, String name) {
    return new Dictation(kind, name, null, null, null, null);
  }

  /**
   * By the newest message with that word that none of our own inboxes wrote. What another inbox
   * passed on counts when any inbox of the organization received it from outside.
   */
  private Optional<Dictation> named(Kind kind, String name, String word) {
    List<SearchStore.Entry> entries = naming.getOrDefault(word, List.of());
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    Scope organization = Scope.organization(inbox.organizationId());
    return messages(reach, entries)
        .filter(message -> !isOurs(message))
        .findFirst()
        .map(
            message ->
                new Dictation(
                    kind,
                    name,
                    message.id(),
                    message.threadId(),
                    message.author() == null ? null : message.author().key(),
                    message.createdAt()))
        .or(
            () ->
                messages(organization, naming(organization, word))
                    .filter(message -> !isOurs(message))
                    .findFirst()
                    .map(message -> unknown(kind, name)));
  }

  private List<SearchStore.Entry> naming(Scope scope, String word) {
    return tx.search().naming(scope, List.of(word), MAX_NAMING).getOrDefault(word, List.of());
  }

  private Stream<Message> messages(Scope scope, List<SearchStore.Entry> entries) {
    return entries.stream()
        .sorted(Comparator.comparing(SearchStore.Entry::createdAt).reversed())
        .limit(MAX_MESSAGES)
        .flatMap(entry -> message(scope, entry).stream());
  }

  private Optional<Message> message(Scope scope, SearchStore.Entry entry) {
    Optional<Scope> of =
        entry.inboxId().equals(inbox.inboxId())
            ? Optional.of(inbox)
            : tx.inboxes().find(scope, entry.inboxId()).map(Inbox::scope);
    return of.flatMap(one -> tx.messages().find(one, entry.messageId()));
  }

  /** Whether an inbox of the service wrote it, and not somebody in its name. */
  private boolean isOurs(Message message) {
    MailAddress author = message.author();
    return author != null
        && settings.isOurAddress(author.key())
        && message.origin().authentication().isAligned();
  }

  /**
   * What the received mail of a thread names.
   *
   * @param addresses in its headers
   * @param links of the messages whose author is a recipient, who thus learns nothing new
   */
  private record Answered(Set<String> addresses, Set<String> links) {
    boolean names(Dictation one) {
      return (one.kind() == Kind.RECIPIENT ? addresses : links).contains(one.name());
    }
  }

  private Answered answered(String threadId, Set<String> recipients) {
    MessageRange seen = new MessageRange(Hidden.visibleBits(List.of()), null, threadId, null, null);
    List<Message> received =
        tx.messages().range(inbox, seen, PageRequest.first(MAX_ANSWERED)).stream()
            .filter(message -> message.direction() == Direction.INBOUND)
            .toList();
    Answered answered = new Answered(new HashSet<>(), new HashSet<>());
    for (Message message : received) {
      Stream.of(message.headers().from(), message.headers().to(), message.headers().cc())
          .flatMap(List::stream)
          .forEach(address -> answered.addresses().add(address.key()));
    }
    for (Message message : received.subList(0, Math.min(received.size(), MAX_BODIES))) {
      Optional<MessageBody> body = tx.messages().body(inbox, message.id());
      body.ifPresent(
          one -> one.replyTo().forEach(address -> answered.addresses().add(address.key())));
      MailAddress author = message.author();
      if (author != null && recipients.contains(author.key())) {
        body.ifPresent(one -> answered.links().addAll(links(message, one)));
      }
    }
    return answered;
  }

  private Set<String> links(Message message, MessageBody body) {
    return LinkDomains.of(
        message.headers().subject(), body.text(), body.html(), settings.registrableDomains());
  }
}
