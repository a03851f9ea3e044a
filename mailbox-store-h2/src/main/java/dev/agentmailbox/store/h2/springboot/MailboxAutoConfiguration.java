package dev.agentmailbox.store.h2.springboot;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.MailboxBuilder;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.jakarta.MailboxTransport;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.store.h2.H2Store;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Properties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/**
 * A {@link Mailbox}, with {@code mailbox.username} an {@link Inbox}, and a {@link JavaMailSender}
 * whose mail passes the checks of the mailbox; health and meters where the application has them.
 * Each bean gives way to one of the application. Without a {@link MailTransport} bean, mail is
 * captured, not sent.
 */
@AutoConfiguration(
    beforeName = "org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration")
@EnableConfigurationProperties(MailboxProperties.class)
public class MailboxAutoConfiguration {
  /** Closed with the context. */
  @Bean
  @ConditionalOnMissingBean
  Mailbox mailbox(
      MailboxProperties properties,
      ObjectProvider<MailTransport> transport,
      ObjectProvider<Clock> clocks) {
    Clock clock = clocks.getIfUnique(Clock::systemUTC);
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
  @ConditionalOnMissingBean
  @ConditionalOnProperty("mailbox.username")
  Inbox inbox(Mailbox mailbox, MailboxProperties properties) {
    return mailbox.agent().openInbox(String.valueOf(properties.username()));
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JavaMailSenderImpl.class)
  static class Sending {
    /** Sends from the inbox that is the author of the mail. */
    @Bean
    @ConditionalOnMissingBean
    JavaMailSender mailSender(Mailbox mailbox) {
      Properties session = new Properties();
      session.put(MailboxTransport.MAILBOX, mailbox);
      JavaMailSenderImpl sender = new JavaMailSenderImpl();
      sender.setProtocol(MailboxTransport.PROTOCOL);
      sender.setJavaMailProperties(session);
      return sender;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static class Health {
    /** Up while the store answers and takes writes. */
    @Bean
    @ConditionalOnMissingBean(name = "mailboxHealthIndicator")
    HealthIndicator mailboxHealthIndicator(Mailbox mailbox) {
      return new MailboxHealth(mailbox.context().store());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Meters {
    /** What waits. */
    @Bean
    @ConditionalOnMissingBean
    QueueMeters mailboxQueueMeters(Mailbox mailbox) {
      return new QueueMeters(mailbox.context().store(), Clock.systemUTC());
    }
  }
}
