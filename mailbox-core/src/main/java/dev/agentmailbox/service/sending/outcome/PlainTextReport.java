package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import dev.agentmailbox.service.sending.outcome.Report.Action;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A human-readable bounce: the text before the returned mail, and the recipients it is about.
 * Parses the formats of common mail systems by what they share: an address, and near it a code or
 * text.
 */
final class PlainTextReport {
  private static final int MAX_LINES = 1_000;
  private static final int MAX_LINE_CHARACTERS = 1_000;
  private static final int MAX_RECIPIENTS = 100;

  /** Lines that precede the returned mail. */
  private static final List<String> RETURNED_FOLLOWS =
      List.of(
          "below this line is a copy",
          "this is a copy of",
          "copy of the message",
          "copy of your message",
          "original message header",
          "original message follows",
          "original message is",
          "original message was as follows",
          "original message ---",
          "original message:",
          "original mail header",
          "message follows",
          "message header follows",
          "message headers follow",
          "header of the original",
          "headers of the original",
          "headers of your message",
          "start of returned message",
          "returned message ---",
          "returned mail ---",
          "undelivered message ---",
          "unsent message",
          "message header ---",
          "message contents",
          "message text follows",
          "begin message",
          "content of your message");

  /** Lines whose addresses are not failed recipients. */
  private static final List<String> NO_RECIPIENT =
      List.of(
          "mail from",
          "from:",
          "from <",
          "from user",
          "sender",
          "contact",
          "mailto:",
          "http:",
          "https:",
          "reply-to",
          "message-id",
          "message id",
          "return-path",
          "send mail to",
          "message from",
          "report this",
          "support",
          "assistance",
          "received");

  private final List<String> lines = new ArrayList<>();
  private final StringBuilder returned = new StringBuilder();

  /** Text about each address, in order of first mention. */
  private final Map<String, String> segments = new LinkedHashMap<>();

  /**
   * Parses the text of a bounce.
   *
   * @param strangers addresses that are not recipients: those of the bounce's own header
   */
  PlainTextReport(String text, Set<String> strangers) {
    split(text);
    segment(strangers);
    if (segments.isEmpty()) {
      segment(Set.of());
    }
  }

  private void split(String text) {
    boolean inReturned = false;
    for (String line : (Iterable<String>) text.lines().limit(MAX_LINES)::iterator) {
      String cut =
          line.length() > MAX_LINE_CHARACTERS ? line.substring(0, MAX_LINE_CHARACTERS) : line;
      if (inReturned) {
        returned.append(cut).append('\n');
      } else if (isReturnedField(cut)) {
        inReturned = true;
        returned.append(cut).append('\n');
      } else if (announcesReturned(cut)) {
        inReturned = true;
      } else {
        lines.add(cut);
      }
    }
  }

  private boolean announcesReturned(String line) {
    String plain = line.toLowerCase(Locale.ROOT);
    return !lines.isEmpty() && RETURNED_FOLLOWS.stream().anyMatch(plain::contains);
  }

  private boolean isReturnedField(String line) {
    String plain = line.toLowerCase(Locale.ROOT);
    return plain.startsWith("return-path:")
        || plain.startsWith("message-id:")
        || (plain.startsWith("received:") && plain.contains(" "));
  }

  private void segment(Set<String> strangers) {
    List<String> current = new ArrayList<>();
    for (String line : lines) {
      List<String> named = named(line, strangers);
      if (!named.isEmpty()) {
        current = named;
      } else if (current.stream().anyMatch(address -> isOtherReply(line, address))) {
        // The transcript continues with another recipient.
        current = List.of();
      }
      for (String address : current) {
        segments.merge(address, line, (before, more) -> before + '\n' + more);
      }
    }
  }

  /** Whether the line is a server reply other than the one already recorded for the address. */
  private boolean isOtherReply(String line, String address) {
    String start = line.startsWith("<<< ") ? line.substring(4) : line;
    String before = StatusCodes.reply(segments.getOrDefault(address, ""));
    return start.length() > 3
        && start.substring(0, 3).equals(StatusCodes.reply(start))
        && !before.isEmpty()
        && !start.startsWith(before);
  }

  private List<String> named(String line, Set<String> strangers) {
    String plain = line.toLowerCase(Locale.ROOT);
    Set<String> all = Addresses.in(line);
    boolean begins = all.stream().limit(1).anyMatch(a -> startsWith(plain, a));
    if (all.isEmpty() || (!begins && NO_RECIPIENT.stream().anyMatch(plain::contains))) {
      return List.of();
    }
    return all.stream()
        .filter(address -> !strangers.contains(address))
        .filter(address -> segments.size() < MAX_RECIPIENTS || segments.containsKey(address))
        .toList();
  }

  /** An address at the start of a line is the line's subject. */
  private static boolean startsWith(String line, String address) {
    int at = line.indexOf(address);
    return at >= 0 && line.substring(0, at).chars().allMatch(c -> c <= ' ' || c == '<' || c == '*');
  }

  /** The text before the returned mail. */
  String text() {
    return String.join("\n", lines);
  }

  /** Header of the returned mail, if its source is in the text. */
  HeaderBlock returnedHeader() {
    return HeaderBlock.header(returned.toString());
  }

  /** The text about an address; unattributed text when it is not mentioned. */
  String about(String address) {
    return segments.getOrDefault(address, text());
  }

  /**
   * The failed recipients.
   *
   * @param certain addresses from header fields of the report; if empty, addresses are taken from
   *     the text
   */
  List<Entry> entries(Set<String> certain, Action action) {
    Set<String> addresses = certain.isEmpty() ? segments.keySet() : certain;
    if (addresses.isEmpty()) {
      return List.of(entry(List.of(), text(), action));
    }
    return addresses.stream().map(a -> entry(List.of(a), about(a), action)).toList();
  }

  private Entry entry(List<String> addresses, String words, Action action) {
    if (action == Action.DELAYED) {
      return new Entry(addresses, action, StatusCodes.enhanced(words), AddressVerdict.NONE, null);
    }
    boolean isSilent =
        StatusCodes.enhanced(words).isEmpty()
            && StatusCodes.reply(words).isEmpty()
            && FailurePhrases.cause(words) == BounceReason.UNKNOWN;
    BounceClassifier judged = judge(isSilent ? text() : words);
    return new Entry(addresses, action, judged.status(), judged.address(), null);
  }

  private BounceClassifier judge(String words) {
    boolean isCoded = !StatusCodes.enhanced(words).isEmpty() || !StatusCodes.reply(words).isEmpty();
    boolean isPermanent = FailurePhrases.plain(text()).contains("permanent");
    return isPermanent && !isCoded
        ? BounceClassifier.ofPermanent(words)
        : BounceClassifier.of(words);
  }
}
