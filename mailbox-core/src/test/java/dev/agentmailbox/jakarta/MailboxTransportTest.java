package dev.agentmailbox.jakarta;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.junit.TestMailbox;
import dev.agentmailbox.memory.CapturingTransport.Captured;
import dev.agentmailbox.service.policy.Policies.PolicyChanges;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.ScopeRef;
import jakarta.activation.DataHandler;
import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.event.TransportAdapter;
import jakarta.mail.event.TransportEvent;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MailboxTransportTest {
  private static final int MAX_WAIT_SECONDS = 20;

  @AutoClose private final TestMailbox test = TestMailbox.open();
  private final Inbox inbox = test.agent().createInbox("support-desk");
  private final Session session = session();

  private Session session() {
    Properties properties = new Properties();
    properties.put(MailboxTransport.MAILBOX, test.mailbox());
    properties.put("mail.transport.protocol", MailboxTransport.PROTOCOL);
    properties.put("mail.transport.protocol.rfc822", MailboxTransport.PROTOCOL);
    return Session.getInstance(properties);
  }

  private MimeMessage mail(String to) throws MessagingException {
    MimeMessage mail = new MimeMessage(session);
    mail.setFrom(inbox.address());
    mail.setRecipients(RecipientType.TO, to);
    mail.setSubject("Your order");
    mail.setText("On its way.");
    return mail;
  }

  private void sendSame(MimeMessage mail, Address... to) throws MessagingException {
    try (Transport transport = session.getTransport()) {
      transport.connect();
      transport.sendMessage(mail, to);
    }
  }

  private void policy(FieldUpdate<List<String>> approvalFlags, FieldUpdate<Boolean> allowBcc) {
    test.mailbox()
        .policies()
        .update(
            test.mailbox().human(),
            ScopeRef.inbox(inbox.address()),
            new PolicyChanges(
                approvalFlags,
                allowBcc,
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none()));
  }

  private MimeMessage sent() throws MessagingException, IOException {
    List<Captured> sent = test.sent();
    try (InputStream in = sent.get(sent.size() - 1).content().open()) {
      return new MimeMessage(session, in);
    }
  }

  private static MimeMultipart parts(Object content) {
    return assertInstanceOf(MimeMultipart.class, content);
  }

  @Test
  void a_plain_mail_leaves_from_the_inbox_that_is_its_author() throws Exception {
    Transport.send(mail("ann@example.com"));
    assertEquals("Your order", sent().getSubject());
    assertEquals("On its way.", sent().getContent().toString().strip());
    assertArrayEquals(InternetAddress.parse(inbox.address()), sent().getFrom());
    assertEquals(List.of("ann@example.com"), test.sent().get(0).recipients());
  }

  @Test
  void text_beyond_ascii_arrives_as_written() throws Exception {
    MimeMessage mail = mail("ann@example.com");
    mail.setRecipient(
        RecipientType.TO, new InternetAddress("zoe@example.com", "Zoë Müller, 東京", "UTF-8"));
    mail.setSubject("Grüße aus Zürich — 東京", "UTF-8");
    mail.setText("Schöne Grüße, 東京 🙂", "UTF-8");
    Transport.send(mail);
    assertEquals("Grüße aus Zürich — 東京", sent().getSubject());
    assertEquals("Schöne Grüße, 東京 🙂", sent().getContent().toString().strip());
    InternetAddress to = (InternetAddress) sent().getRecipients(RecipientType.TO)[0];
    assertEquals("Zoë Müller, 東京", to.getPersonal());
    assertEquals("zoe@example.com", to.getAddress());
  }

  @Test
  void both_bodies_of_an_alternative_leave() throws Exception {
    MimeBodyPart plain = new MimeBodyPart();
    plain.setText("plain words");
    MimeBodyPart html = new MimeBodyPart();
    html.setText("<p>words in HTML</p>", "UTF-8", "html");
    MimeMessage mail = mail("ann@example.com");
    mail.setContent(new MimeMultipart("alternative", plain, html));
    Transport.send(mail);
    MimeMultipart bodies = parts(sent().getContent());
    assertTrue(bodies.getContentType().startsWith("multipart/alternative"));
    assertEquals("plain words", bodies.getBodyPart(0).getContent().toString().strip());
    assertEquals("<p>words in HTML</p>", bodies.getBodyPart(1).getContent().toString().strip());
  }

  @Test
  void an_attached_file_leaves_with_its_name_and_bytes() throws Exception {
    byte[] bytes = {0, 1, 2, (byte) 0xff, '\r', '\n', 3};
    MimeBodyPart text = new MimeBodyPart();
    text.setText("See the file.");
    MimeBodyPart file = new MimeBodyPart();
    file.setDataHandler(
        new DataHandler(new ByteArrayDataSource(bytes, "application/octet-stream")));
    file.setFileName("Übersicht.bin");
    file.setDisposition("attachment");
    MimeMessage mail = mail("ann@example.com");
    mail.setContent(new MimeMultipart("mixed", text, file));
    Transport.send(mail);
    MimeMultipart sent = parts(sent().getContent());
    assertEquals("See the file.", sent.getBodyPart(0).getContent().toString().strip());
    assertEquals("Übersicht.bin", sent.getBodyPart(1).getFileName());
    try (InputStream in = sent.getBodyPart(1).getInputStream()) {
      assertArrayEquals(bytes, in.readAllBytes());
    }
  }

  @Test
  void only_the_given_addresses_are_recipients_each_where_the_message_names_it() throws Exception {
    policy(FieldUpdate.none(), FieldUpdate.to(true));
    MimeMessage mail = mail("ann@example.com, left-out@example.com");
    mail.setRecipients(RecipientType.CC, "bob@example.com");
    mail.saveChanges();
    sendSame(mail, InternetAddress.parse("ann@example.com,bob@example.com,eve@example.com"));
    assertEquals(1, sent().getRecipients(RecipientType.TO).length);
    assertArrayEquals(
        InternetAddress.parse("bob@example.com"), sent().getRecipients(RecipientType.CC));
    assertEquals(
        List.of("ann@example.com", "bob@example.com", "eve@example.com"),
        test.sent().stream().flatMap(one -> one.recipients().stream()).sorted().toList());
    assertTrue(!test.sent().get(0).source().contains("eve@example.com"));
  }

  @Test
  void the_same_message_id_leaves_once_to_the_same_recipients() throws Exception {
    MimeMessage mail = mail("ann@example.com, bob@example.com");
    mail.saveChanges();
    sendSame(mail, InternetAddress.parse("ann@example.com"));
    sendSame(mail, InternetAddress.parse("ann@example.com"));
    assertEquals(1, test.sent().size());
    sendSame(mail, InternetAddress.parse("bob@example.com"));
    assertEquals(2, test.sent().size());
  }

  @Test
  void another_text_under_the_same_message_id_is_refused() throws Exception {
    MimeMessage mail = mail("ann@example.com");
    mail.saveChanges();
    Address[] ann = InternetAddress.parse("ann@example.com");
    sendSame(mail, ann);
    mail.setText("Something else.");
    SendFailedException refused =
        assertThrows(SendFailedException.class, () -> sendSame(mail, ann));
    assertEquals(
        ErrorCode.IDEMPOTENCY_CONFLICT,
        assertInstanceOf(MailboxException.class, refused.getCause()).code());
    assertArrayEquals(ann, refused.getValidUnsentAddresses());
  }

  @Test
  void an_address_that_cannot_be_is_invalid_and_the_others_are_valid_and_unsent() throws Exception {
    InternetAddress wrong = new InternetAddress();
    wrong.setAddress("no-domain@");
    Address[] both = {new InternetAddress("ann@example.com"), wrong};
    SendFailedException refused =
        assertThrows(
            SendFailedException.class, () -> Transport.send(mail("ann@example.com"), both));
    assertArrayEquals(new Address[] {wrong}, refused.getInvalidAddresses());
    assertArrayEquals(new Address[] {both[0]}, refused.getValidUnsentAddresses());
    assertEquals(0, test.sent().size());
  }

  @Test
  void a_mail_that_waits_for_a_human_is_an_exception_of_its_own_also_when_repeated()
      throws Exception {
    policy(FieldUpdate.to(List.of("has_links")), FieldUpdate.none());
    MimeMessage mail = mail("ann@example.com");
    mail.setText("See https://example.org/offer");
    mail.saveChanges();
    Address[] ann = InternetAddress.parse("ann@example.com");
    HeldForApprovalException held =
        assertThrows(HeldForApprovalException.class, () -> sendSame(mail, ann));
    assertTrue(held.sendId().startsWith("out_"));
    assertArrayEquals(ann, held.getValidUnsentAddresses());
    assertThrows(HeldForApprovalException.class, () -> sendSame(mail, ann));
    assertEquals(0, test.sent().size());
  }

  @Test
  void an_inbox_does_not_send_for_another_author() throws Exception {
    MimeMessage mail = mail("ann@example.com");
    try (Transport transport = session.getTransport()) {
      transport.connect("other@" + inbox.domain(), null);
      assertThrows(
          MessagingException.class,
          () -> transport.sendMessage(mail, InternetAddress.parse("ann@example.com")));
    }
    assertEquals(0, test.sent().size());
  }

  @Test
  void a_wrong_key_does_not_connect() throws Exception {
    try (Transport transport = session.getTransport()) {
      assertThrows(
          AuthenticationFailedException.class,
          () -> transport.connect(inbox.address(), "sk_x_wrong"));
    }
  }

  @Test
  void a_session_without_a_mailbox_does_not_connect() throws Exception {
    try (Transport transport =
        Session.getInstance(new Properties()).getTransport(MailboxTransport.PROTOCOL)) {
      MessagingException refused = assertThrows(MessagingException.class, transport::connect);
      assertTrue(String.valueOf(refused.getMessage()).contains(MailboxTransport.MAILBOX));
    }
  }

  @Test
  void listeners_hear_of_what_left_and_what_did_not() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    MimeMessage mail = mail("ann@example.com");
    mail.saveChanges();
    try (Transport transport = session.getTransport()) {
      transport.addTransportListener(
          new TransportAdapter() {
            @Override
            public void messageDelivered(TransportEvent e) {
              heard.add("sent to " + e.getValidSentAddresses().length);
            }

            @Override
            public void messageNotDelivered(TransportEvent e) {
              heard.add("not sent to " + e.getValidUnsentAddresses().length);
            }
          });
      transport.connect();
      transport.sendMessage(mail, InternetAddress.parse("ann@example.com"));
      mail.setText("x".repeat(10), StandardCharsets.UTF_8.name());
      assertThrows(
          SendFailedException.class,
          () -> transport.sendMessage(mail, InternetAddress.parse("ann@example.com")));
      assertEquals("sent to 1", heard.poll(MAX_WAIT_SECONDS, TimeUnit.SECONDS));
      assertEquals("not sent to 1", heard.poll(MAX_WAIT_SECONDS, TimeUnit.SECONDS));
    }
  }
}
