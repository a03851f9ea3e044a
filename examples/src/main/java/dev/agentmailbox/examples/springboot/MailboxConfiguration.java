package dev.agentmailbox.examples.springboot;

// region spring-boot
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.MailboxBuilder;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.jakarta.MailboxTransport;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.store.h2.H2Store;
import java.time.Clock;
import java.util.List;
import java.util.Properties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** A mailbox, an inbox, and a mail sender whose mail passes the checks of the mailbox. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MailboxProperties.class)
public class MailboxConfiguration {
  /** Closed with the context. Without a {@code MailTransport} bean, mail is captured, not sent. */
  @Bean
  Mailbox mailbox(MailboxProperties properties, ObjectProvider<MailTransport> transport) {
    Clock clock = Clock.systemUTC();
    MailboxBuilder mailbox =
        Mailbox.builder()
            .clock(clock)
            .settings(new MailboxSettings(properties.serviceName(), List.of(properties.domain())));
    if (properties.directory() != null) {
      mailbox.store(H2Store.open(properties.directory(), clock));
    }
    transport.ifAvailable(mailbox::transport);
    return mailbox.build().start();
  }

  /** Created at the first start, found again at the next. */
  @Bean
  Inbox inbox(Mailbox mailbox, MailboxProperties properties) {
    return mailbox.agent().openInbox(properties.username());
  }

  /** Sends from the inbox that is the author of the mail. */
  @Bean
  JavaMailSender mailSender(Mailbox mailbox) {
    Properties session = new Properties();
    session.put(MailboxTransport.MAILBOX, mailbox);
    JavaMailSenderImpl sender = new JavaMailSenderImpl();
    sender.setProtocol(MailboxTransport.PROTOCOL);
    sender.setJavaMailProperties(session);
    return sender;
  }
}
// endregion
