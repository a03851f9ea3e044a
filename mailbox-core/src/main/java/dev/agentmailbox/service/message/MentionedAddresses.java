package dev.agentmailbox.service.message;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.CanonicalAddress;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.port.message.SearchStore;
import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that the text of a mail names, as people write and hide them: with {@code at} and
 * {@code dot} in words or brackets, with blanks, invisible characters or entities in between, split
 * over tags, or in a {@code mailto:}. What is found too much does no harm: it matters only when
 * mail is sent there.
 *
 * <p>Not found are addresses that a text only explains, such as one that is encoded or written
 * backwards.
 */
public final class MentionedAddresses {
  /** Most addresses noted of a message; one with more may name any. */
  static final int MAX_ADDRESSES = 50;

  /** What is read of each part; a longer one may name any address. */
  static final int MAX_CHARACTERS = 64 * 1024;

  /** Search words of people consist of letters and digits, so that none matches this. */
  private static final String MARK = "@";

  /** Noted of a message that names more addresses than are noted. */
  public static final String ANY = MARK + "any";

  private static final int MAX_LOCAL_CHARACTERS = 64;
  private static final int MAX_DOMAIN_CHARACTERS = 253;

  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cf}\\u034f\\u115f\\u1160\\u3164]");
  private static final Pattern BRACKETED_AT =
      Pattern.compile("\\s{0,3}[\\[({<]\\s{0,3}(?:at|@)\\s{0,3}[\\])}>]\\s{0,3}");
  private static final Pattern BRACKETED_DOT =
      Pattern.compile("\\s{0,3}[\\[({<]\\s{0,3}(?:dot|punkt|point|\\.)\\s{0,3}[\\])}>]\\s{0,3}");
  private static final Pattern SPACED_AT = Pattern.compile("\\s{1,3}(?:at|@)\\s{1,3}|[-_]at[-_]");
  private static final Pattern SPACED_DOT =
      Pattern.compile("\\s{1,3}(?:dot|\\.)\\s{1,3}|[-_]dot[-_]");
  private static final Pattern AT_BESIDE_BLANK = Pattern.compile("\\s{1,3}@|@\\s{1,3}");
  private static final Pattern TAG = Pattern.compile("<[^<>]{0,2000}>");
  private static final Pattern ENTITY =
      Pattern.compile("&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|(commat|period|nbsp|shy));?");
  private static final Pattern PERCENT_AT = Pattern.compile("%40");

  private MentionedAddresses() {}

  /** Words by which {@link #word} finds the message in the index. */
  static Set<String> words(MessageBody body) {
    Set<String> addresses = new LinkedHashSet<>();
    boolean whole = of(body.text(), addresses);
    String html = body.html();
    if (html != null) {
      String lower =
          entities(PERCENT_AT.matcher(cut(html).toLowerCase(Locale.ROOT)).replaceAll("@"));
      whole &= html.length() <= MAX_CHARACTERS && of(lower, addresses);
      // Tags separate words, or only hide that they are one.
      whole &= of(TAG.matcher(lower).replaceAll(" "), addresses);
      whole &= of(TAG.matcher(lower).replaceAll(""), addresses);
    }
    Set<String> words =
        addresses.stream()
            .limit(MAX_ADDRESSES)
            .map(MentionedAddresses::word)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!whole || addresses.size() > MAX_ADDRESSES) {
      words.add(ANY);
    }
    return words;
  }

  /**
   * The search word of an address.
   *
   * @param address as of {@link dev.agentmailbox.message.MailAddress#key}
   */
  public static String word(String address) {
    return SearchStore.cut(MARK + Sha256.hex(address));
  }

  private static String cut(String text) {
    return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
  }

  private static String entities(String html) {
    return ENTITY
        .matcher(html)
        .replaceAll(
            found -> {
              int code =
                  found.group(1) != null
                      ? Integer.parseInt(found.group(1))
                      : found.group(2) != null
                          ? Integer.parseInt(found.group(2), 16)
                          : switch (found.group(3)) {
                            case "commat" -> '@';
                            case "period" -> '.';
                            case "shy" -> '\u00ad';
                            default -> ' ';
                          };
              boolean plain = Character.isValidCodePoint(code) && code != '\\' && code != '$';
              return plain ? Character.toString(code) : " ";
            });
  }

  /** Adds what a text names; false when there is more than is read. */
  private static boolean of(@Nullable String text, Set<String> addresses) {
    if (text == null) {
      return true;
    }
    String plain =
        INVISIBLE
            .matcher(Normalizer.normalize(cut(text), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT))
            .replaceAll("");
    String open =
        BRACKETED_DOT.matcher(BRACKETED_AT.matcher(plain).replaceAll("@")).replaceAll(".");
    scan(open, addresses);
    String loose =
        AT_BESIDE_BLANK
            .matcher(SPACED_DOT.matcher(SPACED_AT.matcher(open).replaceAll("@")).replaceAll("."))
            .replaceAll("@");
    scan(loose, addresses);
    return text.length() <= MAX_CHARACTERS;
  }

  private static void scan(String text, Set<String> addresses) {
    for (int at = text.indexOf('@');
        at >= 0 && addresses.size() <= MAX_ADDRESSES;
        at = text.indexOf('@', at + 1)) {
      int start = at;
      while (start > 0 && at - start < MAX_LOCAL_CHARACTERS && isLocal(text.charAt(start - 1))) {
        start--;
      }
      int end = at + 1;
      while (end < text.length()
          && end - at <= MAX_DOMAIN_CHARACTERS
          && isDomain(text.charAt(end))) {
        end++;
      }
      while (end > at + 1 && !Character.isLetterOrDigit(text.charAt(end - 1))) {
        end--;
      }
      while (start < at && ".'-".indexOf(text.charAt(start)) >= 0) {
        start++;
      }
      if (start < at && text.substring(at + 1, end).indexOf('.') > 0) {
        addresses.add(CanonicalAddress.of(text.substring(start, end)).toLowerCase(Locale.ROOT));
      }
    }
  }

  private static boolean isLocal(char letter) {
    return Character.isLetterOrDigit(letter) || "!#$%&'*+-/=?^_`{|}~.".indexOf(letter) >= 0;
  }

  private static boolean isDomain(char letter) {
    return Character.isLetterOrDigit(letter) || letter == '.' || letter == '-';
  }
}
