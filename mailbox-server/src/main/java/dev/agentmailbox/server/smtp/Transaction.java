package dev.agentmailbox.server.smtp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One mail transaction (RFC 5321 section 3.3), from MAIL on. Confined to the connection's thread.
 */
final class Transaction {
  private final String returnPath;
  private final boolean internationalized;
  private final Map<String, String> recipients = new LinkedHashMap<>();

  /**
   * @param returnPath the argument of MAIL FROM; empty for the null sender
   * @param internationalized whether MAIL had SMTPUTF8 (RFC 6531)
   */
  Transaction(String returnPath, boolean internationalized) {
    this.returnPath = returnPath;
    this.internationalized = internationalized;
  }

  String returnPath() {
    return returnPath;
  }

  boolean internationalized() {
    return internationalized;
  }

  /** Whether this recipient was accepted before, ignoring case. */
  boolean has(String recipient) {
    return recipients.containsKey(recipient.toLowerCase(Locale.ROOT));
  }

  void add(String recipient) {
    recipients.putIfAbsent(recipient.toLowerCase(Locale.ROOT), recipient);
  }

  List<String> recipients() {
    return List.copyOf(recipients.values());
  }

  int recipientCount() {
    return recipients.size();
  }
}
