package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a message says of mail that was sent earlier.
 *
 * @param entries one for each recipient it speaks of; empty when the kind is OTHER
 * @param original what it shows of the mail it is about
 */
public record Report(Kind kind, List<Entry> entries, Original original) {
  /** Mail that reports nothing. */
  public static final Report NONE = new Report(Kind.OTHER, List.of(), Original.UNKNOWN);

  public Report {
    entries = List.copyOf(entries);
  }

  /** Whether all of it is that mail arrived or is on its way: nothing anybody has to read. */
  public boolean isOnlyGoodNews() {
    return kind == Kind.DELIVERY
        && entries.stream()
            .allMatch(
                entry ->
                    switch (entry.action()) {
                      case DELIVERED, RELAYED, EXPANDED -> true;
                      case FAILED, DELAYED, COMPLAINED -> false;
                    });
  }

  /** What sort of message it is. */
  public enum Kind {
    /** What became of mail: a bounce, a delay, a success (RFC 3464, or in prose). */
    DELIVERY,
    /** A recipient calls the mail unwanted (RFC 5965). */
    COMPLAINT,
    /** Anything else: an answer, an out-of-office notice, a read receipt, an opt-out. */
    OTHER
  }

  /** What happened to a recipient; all but the last are RFC 3464 section 2.3.3. */
  public enum Action {
    FAILED,
    DELAYED,
    DELIVERED,
    RELAYED,
    EXPANDED,
    COMPLAINED
  }

  /**
   * One recipient as the report has it.
   *
   * @param addresses its names in lower case, the one after forwarding among them; empty when the
   *     report names nobody
   * @param status enhanced status code (RFC 3463)
   * @param address what a failure says of the address itself
   * @param reply the SMTP reply line that caused it, cleaned and cut; null when none is shown
   */
  public record Entry(
      List<String> addresses,
      Action action,
      String status,
      AddressVerdict address,
      @Nullable String reply) {
    public Entry {
      addresses = List.copyOf(addresses);
    }

    boolean isPermanent() {
      return status.startsWith("5");
    }
  }

  /**
   * The mail a report is about, as far as it shows it.
   *
   * @param messageIds Message-ID fields of what it returns, with angle brackets
   * @param returnPaths envelope senders it names, in lower case
   * @param authors From addresses of what it returns, in lower case
   * @param recipients To and Delivered-To addresses of what it returns, in lower case
   */
  public record Original(
      List<String> messageIds,
      List<String> returnPaths,
      List<String> authors,
      List<String> recipients) {
    static final Original UNKNOWN = new Original(List.of(), List.of(), List.of(), List.of());

    public Original {
      messageIds = List.copyOf(messageIds);
      returnPaths = List.copyOf(returnPaths);
      authors = List.copyOf(authors);
      recipients = List.copyOf(recipients);
    }
  }
}
