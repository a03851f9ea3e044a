package dev.agentmailbox.service.message;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.message.MessageHeaders;
import dev.agentmailbox.port.RegistrableDomains;
import dev.agentmailbox.port.message.SearchStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The addresses and link domains that a received mail names in its subject, its author's name, its
 * text and the text of its attachments, however people spell or hide them. They are words of the
 * search index by which the message is found. What is found too much does no harm: it matters only
 * when mail goes there.
 *
 * <p>Not found is what a text only explains, such as an address that is encoded or written
 * backwards.
 */
public final class Mentions {
  /** Most addresses noted of a message; one with more may name any. */
  static final int MAX_ADDRESSES = 50;

  /** Most link domains noted of a message; one with more may name any. */
  static final int MAX_DOMAINS = 50;

  /** Noted of a message that names more addresses than are noted. */
  public static final String ANY_ADDRESS = SearchStore.NAME_MARK + "any";

  /** Noted of a message that links to more domains than are noted. */
  public static final String ANY_DOMAIN = SearchStore.NAME_MARK + "//any";

  private Mentions() {}

  /**
   * The words of a received message.
   *
   * @param attached names and text of its attachments
   */
  static Set<String> words(
      MessageHeaders headers,
      MessageBody body,
      @Nullable String attached,
      RegistrableDomains registrable) {
    MailAddress author = headers.author();
    List<@Nullable String> texts = new ArrayList<>();
    texts.add(headers.subject());
    texts.add(author == null ? null : author.name());
    texts.add(body.text());
    texts.add(attached);
    List<SpelledText> spelled = new ArrayList<>();
    texts.stream()
        .filter(text -> text != null && !text.isEmpty())
        .map(SpelledText::ofText)
        .forEach(spelled::add);
    String html = body.html();
    if (html != null) {
      spelled.add(SpelledText.ofHtml(html));
    }
    Set<String> addresses = new LinkedHashSet<>();
    Set<String> domains = new LinkedHashSet<>();
    for (SpelledText text : spelled) {
      MentionedAddresses.addTo(addresses, text, MAX_ADDRESSES);
      LinkDomains.addTo(domains, text, registrable, MAX_DOMAINS);
    }
    boolean whole = spelled.stream().allMatch(SpelledText::whole);
    Set<String> words = new LinkedHashSet<>();
    addresses.stream().limit(MAX_ADDRESSES).map(Mentions::addressWord).forEach(words::add);
    if (!whole || addresses.size() > MAX_ADDRESSES) {
      words.add(ANY_ADDRESS);
    }
    domains.stream().limit(MAX_DOMAINS).map(Mentions::domainWord).forEach(words::add);
    if (!whole || domains.size() > MAX_DOMAINS) {
      words.add(ANY_DOMAIN);
    }
    return words;
  }

  /**
   * The search word of an address.
   *
   * @param address as of {@link MailAddress#key}
   */
  public static String addressWord(String address) {
    return SearchStore.cut(SearchStore.NAME_MARK + Sha256.hex(address));
  }

  /**
   * The search word of a link.
   *
   * @param domain as of {@link LinkDomains}
   */
  public static String domainWord(String domain) {
    return SearchStore.cut(SearchStore.NAME_MARK + Sha256.hex("//" + domain));
  }
}
