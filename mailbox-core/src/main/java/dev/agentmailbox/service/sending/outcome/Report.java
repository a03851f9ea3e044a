package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parsed bounce, delivery report or complaint.
 *
 * @param entries one per recipient; empty when the kind is OTHER
 * @param original identifiers of the mail it is about
 */
public record Report(Kind kind, List<Entry> entries, Original original) {
  /** Not a report. */
  public static final Report NONE = new Report(Kind.OTHER, List.of(), Original.UNKNOWN);

  public Report {
    entries = List.copyOf(entries);
  }

  /** Whether it only reports success or relaying, so that nobody needs to read it. */
  public boolean reportsOnlySuccess() {
    return kind == Kind.DELIVERY
        && entries.stream()
            .allMatch(
                entry ->
                    switch (entry.action()) {
                      case DELIVERED, RELAYED, EXPANDED -> true;
                      case FAILED, DELAYED, COMPLAINED -> false;
                    });
  }

  /** Type of message. */
  public enum Kind {
    /** Delivery status: a bounce, a delay, a success (RFC 3464, or in prose). */
    DELIVERY,
    /** An abuse report (RFC 5965). */
    COMPLAINT,
    /** Anything else: a reply, an out-of-office notice, a read receipt, an opt-out. */
    OTHER
  }

  /** Outcome of a recipient; all but the last are those of RFC 3464 section 2.3.3. */
  public enum Action {
    FAILED,
    DELAYED,
    DELIVERED,
    RELAYED,
    EXPANDED,
    COMPLAINED
  }

  /**
   * One recipient in a report.
   *
   * @param addresses its addresses in lower case, including the one after forwarding; empty when
   *     the report names none
   * @param status enhanced status code (RFC 3463)
   * @param address what a failure says about the address
   * @param reply the SMTP reply that caused it, sanitized and truncated; null when none is quoted
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
   * Identifiers of the mail a report is about, as far as it quotes them.
   *
   * @param messageIds Message-IDs of the returned mail, with angle brackets
   * @param returnPaths envelope senders, in lower case
   * @param authors From addresses of the returned mail, in lower case
   * @param recipients To and Delivered-To addresses of the returned mail, in lower case
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
