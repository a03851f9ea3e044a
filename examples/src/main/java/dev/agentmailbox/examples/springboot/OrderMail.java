package dev.agentmailbox.examples.springboot;

import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.jakarta.HeldForApprovalException;
import java.util.Arrays;
import org.springframework.mail.MailSendException;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.stereotype.Component;

/** Code that knows only Spring's {@code JavaMailSender}. Thread safe. */
@Component
public class OrderMail {
  /** The outcome of a mail that was not refused. */
  public enum Outcome {
    SENT,
    /** It leaves when a human approves it, and must not be sent again. */
    HELD
  }

  private final JavaMailSender sender;
  private final Inbox inbox;

  public OrderMail(JavaMailSender sender, Inbox inbox) {
    this.sender = sender;
    this.inbox = inbox;
  }

  /**
   * Confirms an order.
   *
   * @throws org.springframework.mail.MailException a check refused the mail, or it could not be
   *     stored
   */
  public Outcome confirm(String customer, String order) {
    SimpleMailMessage mail = new SimpleMailMessage();
    mail.setFrom(inbox.address());
    mail.setTo(customer);
    mail.setSubject("Order " + order);
    mail.setText("Thank you. Order " + order + " leaves tomorrow.");
    try {
      sender.send(mail);
      return Outcome.SENT;
    } catch (MailSendException e) {
      if (Arrays.stream(e.getMessageExceptions())
          .allMatch(HeldForApprovalException.class::isInstance)) {
        return Outcome.HELD;
      }
      throw e;
    }
  }
}
