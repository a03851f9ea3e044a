package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.reply.QuoteWords.Label;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A block of From, Sent, To, Subject before a quoted message. People write lists of From, To and
 * Date too, in orders and travel requests, so a block needs what only a mail program writes.
 */
final class HeaderBlock {
  /** Lines within which a block must be complete; recipients may take several. */
  private static final int WINDOW = 14;

  /** Fewest lines of a block. */
  private static final int MIN_LABELS = 3;

  /** Lines above that may announce a message. */
  private static final int LINES_BEFORE = 3;

  private static final Pattern ADDRESS = Pattern.compile("[^\\s@]@[^\\s@]");

  private final List<String> lines;
  private final Set<Label> labels = EnumSet.noneOf(Label.class);
  private int count;
  private boolean addressed;
  private boolean dated;
  private boolean stamped;
  private boolean sent;
  private boolean foreign;
  private boolean announced;
  private boolean ruled;
  private int end;

  private HeaderBlock(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Number of lines of the block that starts here, or 0.
   *
   * @param lines as {@link PlainLine} writes them
   */
  static int lines(List<String> lines, int from) {
    if (QuoteWords.labels(lines.get(from)).isEmpty()) {
      return 0;
    }
    HeaderBlock block = new HeaderBlock(lines);
    block.readBefore(from);
    block.read(from);
    return block.isQuote() ? block.end - from : 0;
  }

  /** Whether a line above announces a quoted message, or is drawn. */
  private void readBefore(int from) {
    for (int i = from - 1; i >= 0 && i >= from - LINES_BEFORE; i--) {
      String line = lines.get(i);
      announced |= QuoteHeaders.isOriginalMessage(line);
      ruled |= Signatures.isRule(line) || Signatures.isOrnament(line);
      if (!line.isEmpty()) {
        return;
      }
    }
  }

  private void read(int from) {
    int limit = Math.min(lines.size(), from + WINDOW);
    for (int i = from; i < limit && !lines.get(i).isEmpty(); i++) {
      Set<Label> found = QuoteWords.labels(lines.get(i));
      if (!found.isEmpty()) {
        // The value may be in the next cell of a table.
        boolean below = value(lines.get(i)).isEmpty() && i + 1 < limit && !isLabel(i + 1);
        String value = below ? lines.get(++i) : value(lines.get(i));
        add(found, value);
        end = i + 1;
      } else if (isForeignLabel(lines.get(i))) {
        foreign = true;
        break;
      }
    }
  }

  private void add(Set<Label> found, String value) {
    boolean address = ADDRESS.matcher(value).find();
    boolean digits = PlainLine.hasDigit(value);
    if (found.contains(Label.SENT) && !address) {
      sent = true;
      dated = true;
    } else if (found.contains(Label.DATE) && digits && !address) {
      dated = true;
    }
    stamped |= dated && !address && QuoteHeaders.hasDateAndTime(value);
    addressed |= address && (found.contains(Label.FROM) || found.contains(Label.TO));
    labels.addAll(found);
    count += found.contains(Label.OTHER) ? 0 : 1;
  }

  private boolean isQuote() {
    boolean to = labels.contains(Label.TO);
    boolean subject = labels.contains(Label.SUBJECT);
    if (count < MIN_LABELS || !labels.contains(Label.FROM) || !(to || subject)) {
      return false;
    }
    if (announced) {
      return true;
    }
    if (!dated) {
      return false;
    }
    if (addressed && to && subject && (sent || stamped)) {
      return true;
    }
    if (foreign || !isFollowed()) {
      return false;
    }
    return addressed || (sent && (subject || ruled)) || (stamped && to && (sent || subject));
  }

  /** Whether text follows: at the end of a mail nothing is quoted. */
  private boolean isFollowed() {
    for (int i = end; i < lines.size() && i < end + WINDOW; i++) {
      if (!lines.get(i).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private boolean isLabel(int line) {
    return !QuoteWords.labels(lines.get(line)).isEmpty();
  }

  /** A line of a list: a word, a colon and a value, where the word is none of a mail program. */
  private static boolean isForeignLabel(String line) {
    int colon = line.indexOf(": ");
    return colon > 0
        && colon <= QuoteWords.MAX_LABEL
        && line.indexOf('@') < 0
        && line.indexOf(' ') >= colon
        && Character.isLetter(line.charAt(0));
  }

  private static String value(String line) {
    return PlainLine.of(line.substring(QuoteWords.colon(line) + 1));
  }
}
