package dev.agentmailbox.examples.springboot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.service.event.EventStream;
import dev.agentmailbox.service.policy.Policies.PolicyChanges;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.store.h2.springboot.MailboxProperties;
import dev.agentmailbox.store.h2.springboot.QueueMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.mail.MailSendException;

class ShopTest {
  private static final int MAX_WAIT_SECONDS = 60;

  private final CapturingTransport transport = new CapturingTransport();

  /** Waits for mail that was handed over since it was opened. */
  private static final class Sent implements AutoCloseable {
    private final Semaphore mails = new Semaphore(0);
    private final EventStream.Subscription subscription;

    private Sent(Mailbox mailbox) {
      subscription = mailbox.stream().open(mailbox.owner().scope().organizationId(), this::count);
    }

    private void count(List<LoggedEvent> events) {
      events.stream()
          .filter(logged -> logged.event().type() == EventType.MESSAGE_SENT)
          .forEach(logged -> mails.release());
    }

    private void await() throws InterruptedException {
      assertTrue(mails.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS), "it did not leave");
    }

    @Override
    public void close() {
      subscription.close();
    }
  }

  private ConfigurableApplicationContext start(String... arguments) {
    return new SpringApplicationBuilder(Shop.class)
        .web(WebApplicationType.NONE)
        .bannerMode(Banner.Mode.OFF)
        .initializers(context -> context.getBeanFactory().registerSingleton("transport", transport))
        .run(arguments);
  }

  @Test
  void mail_of_spring_and_of_an_agent_leaves_and_is_there_after_a_restart(@TempDir Path directory)
      throws Exception {
    String data = "--mailbox.directory=" + directory.resolve("data");
    ConfigurableApplicationContext first = start(data, "--mailbox.username=desk");
    try (first) {
      Agent agent = first.getBean(Mailbox.class).agent();
      Inbox inbox = first.getBean(Inbox.class);
      assertEquals("desk@agents.localhost", inbox.address());

      try (Sent sent = new Sent(first.getBean(Mailbox.class))) {
        OrderMail orders = first.getBean(OrderMail.class);
        assertEquals(OrderMail.Outcome.SENT, orders.confirm("ann@client.test", "7"));
        sent.await();
        agent.send(inbox, "bob@client.test", "Order 8", "It is on its way.");
        sent.await();
      }
    }
    assertFalse(first.isActive());
    assertEquals(
        List.of(List.of("ann@client.test"), List.of("bob@client.test")),
        transport.captured().stream().map(CapturingTransport.Captured::recipients).toList());

    // A directory that was still open could not be opened again.
    try (ConfigurableApplicationContext second = start(data, "--mailbox.username=desk")) {
      Agent agent = second.getBean(Mailbox.class).agent();
      assertEquals(
          List.of("Order 8", "Order 7"),
          agent.messages(second.getBean(Inbox.class)).stream().map(Message::subject).toList());
    }
  }

  @Test
  void mail_that_the_policy_holds_leaves_when_a_human_approves_it() throws Exception {
    try (ConfigurableApplicationContext shop = start()) {
      Mailbox mailbox = shop.getBean(Mailbox.class);
      approveFirstContacts(mailbox, shop.getBean(Inbox.class));
      OrderMail orders = shop.getBean(OrderMail.class);
      assertEquals(OrderMail.Outcome.HELD, orders.confirm("ann@client.test", "7"));
      assertEquals(List.of(), transport.captured());

      Approval pending =
          mailbox
              .approvals()
              .list(mailbox.human(), Approval.Status.PENDING, PageRequest.first(1))
              .items()
              .get(0);
      try (Sent sent = new Sent(mailbox)) {
        mailbox
            .approvals()
            .approve(mailbox.human(), pending.id(), null, IdempotentRequest.unkeyed());
        sent.await();
      }
      assertEquals(List.of("ann@client.test"), transport.last().recipients());
    }
  }

  @Test
  void mail_that_a_check_refuses_is_an_exception_of_spring() {
    try (ConfigurableApplicationContext shop = start()) {
      OrderMail orders = shop.getBean(OrderMail.class);
      MailSendException refused =
          assertThrows(
              MailSendException.class, () -> orders.confirm("ann@client.test", "{{order}}"));
      MailboxException cause =
          assertInstanceOf(MailboxException.class, refused.getMessageExceptions()[0].getCause());
      assertEquals(ErrorCode.SEND_BLOCKED, cause.code());
    }
  }

  @Test
  void the_mailbox_reports_its_health_and_what_waits() {
    try (ConfigurableApplicationContext shop = start()) {
      HealthIndicator health = shop.getBean("mailboxHealthIndicator", HealthIndicator.class);
      assertEquals(Status.UP, Objects.requireNonNull(health.health()).getStatus());
      SimpleMeterRegistry registry = new SimpleMeterRegistry();
      approveFirstContacts(shop.getBean(Mailbox.class), shop.getBean(Inbox.class));
      shop.getBean(OrderMail.class).confirm("ann@client.test", "7");
      shop.getBean(QueueMeters.class).bindTo(registry);
      assertEquals(1, registry.get("mailbox.queue.approvals").gauge().value());
      assertEquals(0, registry.get("mailbox.queue.sends").tag("state", "queued").gauge().value());
      shop.getBean(Mailbox.class).close();
      assertEquals(Status.DOWN, Objects.requireNonNull(health.health()).getStatus());
    }
  }

  @Test
  void beans_of_the_application_come_first_and_an_inbox_needs_a_name() {
    try (Mailbox own = Mailbox.inMemory();
        ConfigurableApplicationContext shop =
            new SpringApplicationBuilder(Empty.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .initializers(context -> context.getBeanFactory().registerSingleton("own", own))
                .run("--spring.config.name=none")) {
      assertSame(own, shop.getBean(Mailbox.class));
      assertEquals(0, shop.getBeanNamesForType(Inbox.class).length);
    }
  }

  @EnableAutoConfiguration
  static class Empty {}

  @Test
  void the_metadata_names_each_property() throws IOException {
    String metadata =
        new String(
            MailboxProperties.class
                .getResourceAsStream("/META-INF/spring-configuration-metadata.json")
                .readAllBytes(),
            StandardCharsets.UTF_8);
    for (RecordComponent component : MailboxProperties.class.getRecordComponents()) {
      String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      assertTrue(metadata.contains("\"name\": \"mailbox." + name + "\""), name);
    }
  }

  private static void approveFirstContacts(Mailbox mailbox, Inbox inbox) {
    mailbox
        .policies()
        .update(
            mailbox.human(),
            ScopeRef.inbox(inbox.address()),
            new PolicyChanges(
                FieldUpdate.to(List.of("first_contact")),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none()));
  }
}
