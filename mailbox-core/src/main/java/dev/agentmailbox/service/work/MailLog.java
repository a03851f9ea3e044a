package dev.agentmailbox.service.work;

import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each mail that came in, was refused, left, was deferred or failed, on the logger
 * {@value #NAME}: ids, domains, sizes and status codes; no address and no content. Counted in
 * {@link MailCounts}. Thread safe.
 */
public final class MailLog {
  /** The logger. */
  public static final String NAME = "mail";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);
  private static final int MAX_DOMAIN = 253;

  private MailLog() {}

  /**
   * A message was received to its end, and accepted or refused.
   *
   * @param id of the {@code Received} field
   * @param returnPath of the envelope; empty for the null sender
   * @param status the answer's codes, such as {@code 250 2.0.0}
   */
  public static void received(
      String id, String returnPath, int recipients, long bytes, String status) {
    MailCounts.RECEIVED.add(MailCounts.code(status), 1);
    LOG.info(
        "in {} from={} recipients={} bytes={} status=\"{}\"",
        id,
        domain(returnPath),
        recipients,
        bytes,
        status);
  }

  /** A recipient was refused. */
  public static void refusedRecipient(String returnPath, String recipient, String status) {
    MailCounts.REFUSED.add(MailCounts.code(status), 1);
    LOG.info("refused from={} to={} status=\"{}\"", domain(returnPath), domain(recipient), status);
  }

  /**
   * A recipient of a send reached an end: sent, delivered, rejected or bounced.
   *
   * @param status enhanced status code or reply code; may be empty
   */
  public static void settled(Send send, SendRecipient recipient, String status) {
    String end = recipient.status().name().toLowerCase(Locale.ROOT);
    MailCounts.SETTLED.add(end, 1);
    LOG.info("out {} to={} {} status=\"{}\"", send.id(), domain(recipient.address()), end, status);
  }

  /** An attempt left some recipients for a later one. */
  public static void deferred(Send send, long recipients, @Nullable Instant nextAttempt) {
    MailCounts.DEFERRED.add("", recipients);
    LOG.info(
        "deferred {} recipients={} attempt={} next={}",
        send.id(),
        recipients,
        send.attempts(),
        nextAttempt);
  }

  private static String domain(String address) {
    String domain = address.isEmpty() ? "<>" : address.substring(address.lastIndexOf('@') + 1);
    return domain.length() > MAX_DOMAIN ? domain.substring(0, MAX_DOMAIN) : domain;
  }
}
