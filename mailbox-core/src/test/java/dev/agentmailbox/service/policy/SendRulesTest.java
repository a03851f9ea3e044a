package dev.agentmailbox.service.policy;

import static dev.agentmailbox.fixture.Refusals.codeAndReason;
import static dev.agentmailbox.fixture.Refusals.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.fixture.ServiceFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.rule.RuleUse;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.rule.SendRule.Kind;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendRulesTest {
  @AutoClose private final ServiceFixture world = new ServiceFixture();
  private final Inbox inbox = world.inbox("shop");
  private final Caller owner = world.human(Role.OWNER);
  private final SendRules rules = world.policies.rules();
  private int mails;

  @BeforeEach
  void ask() {
    world.askForApproval("first_contact", "has_links");
  }

  private SendRule rule(Kind kind, @Nullable String domain, String... flags) {
    return rules.create(
        owner,
        ScopeRef.inbox(inbox.address()),
        kind,
        domain,
        List.of(flags),
        IdempotentRequest.unkeyed());
  }

  private SendResult send(String text, String... to) {
    return send(MailInput.from(inbox.address()).to(to).subject("s" + mails++).text(text).build());
  }

  private SendResult send(MailInput mail) {
    return world.sends.submit(world.owner, mail, IdempotentRequest.unkeyed());
  }

  private List<String> uses(SendRule rule) {
    return rules.uses(owner, rule.id(), PageRequest.first(50)).items().stream()
        .map(RuleUse::sendId)
        .toList();
  }

  private List<AuditEntry> audited(String action) {
    return world.mailbox.auditLog().list(owner, null, null, PageRequest.first(200)).items().stream()
        .filter(entry -> entry.action().equals(action))
        .toList();
  }

  @Test
  void mail_to_the_domain_needs_no_approval_and_is_noted() {
    assertEquals(SendStatus.PENDING_APPROVAL, send("Hello", "ann@client.test").status());
    SendRule rule = rule(Kind.DOMAIN, "Client.test", "first_contact");
    assertEquals("client.test", rule.domain());
    SendResult sent = send("Hello", "bob@client.test", "cem@client.test");
    assertEquals(SendStatus.SENDING, sent.status());
    assertEquals(List.of(sent.sendId()), uses(rule));
    AuditEntry entry = audited("rule.used").get(0);
    assertEquals(rule.id(), entry.facts().get("rule_id"));
    assertEquals(sent.sendId(), entry.facts().get("send_id"));
    assertEquals(
        List.of("first_contact"), world.sends.get(world.owner, sent.sendId()).findings().flags());
  }

  @ParameterizedTest
  @CsvSource({
    "Hello,ann@client.test bob@other.test",
    "Hello,ann@sub.client.test",
    "Hello,ann@xclient.test",
    "See https://x.test/,ann@client.test",
  })
  void mail_that_is_more_than_the_rule_says_still_waits(String text, String to) {
    SendRule rule = rule(Kind.DOMAIN, "client.test", "first_contact");
    assertEquals(SendStatus.PENDING_APPROVAL, send(text, to.split(" ")).status());
    assertEquals(List.of(), uses(rule));
  }

  @Test
  void many_recipients_always_wait() {
    world.askForApproval("many_recipients", "first_contact");
    rule(Kind.DOMAIN, "client.test", "first_contact", "has_links", "has_attachments");
    String[] many = new String[11];
    for (int i = 0; i < many.length; i++) {
      many[i] = i + "@client.test";
    }
    assertEquals(SendStatus.PENDING_APPROVAL, send("Hello", many).status());
  }

  @Test
  void a_rule_of_one_inbox_says_nothing_of_another() {
    rule(Kind.DOMAIN, "client.test", "first_contact");
    Inbox other = world.inbox("other");
    MailInput mail =
        MailInput.from(other.address()).to("a@client.test").subject("s").text("t").build();
    assertEquals(SendStatus.PENDING_APPROVAL, send(mail).status());
  }

  @Test
  void a_reply_to_who_wrote_needs_no_approval() {
    Message asked = world.receive(inbox, "ann@client.test", "Question", "Where is it?");
    SendRule rule = rule(Kind.REPLY, null, "has_links");
    SendResult reply = send(reply(asked));
    assertEquals(SendStatus.SENDING, reply.status());
    assertEquals(List.of(reply.sendId()), uses(rule));
    assertEquals(
        SendStatus.PENDING_APPROVAL, send("See https://x.test/", "ann@client.test").status());
  }

  private MailInput reply(Message asked) {
    return MailInput.reply(inbox.address(), asked.id()).text("See https://shop.test/p").build();
  }

  @Test
  void a_reply_to_somebody_who_was_only_named_waits() {
    Message asked =
        world.receiveRaw(
            inbox,
            "ann@client.test",
            "From: ann@client.test",
            "To: " + inbox.address(),
            "Cc: eve@evil.test",
            "Subject: Question",
            "Message-ID: <named@client.test>",
            "",
            "Where is it?");
    rule(Kind.REPLY, null, "first_contact", "has_links");
    MailInput toAll = MailInput.replyAll(inbox.address(), asked.id()).text("Here.").build();
    assertEquals(SendStatus.PENDING_APPROVAL, send(toAll).status());
    world.receiveRaw(
        inbox,
        "eve@evil.test",
        "From: ann@client.test, eve@evil.test",
        "To: " + inbox.address(),
        "Subject: Re: Question",
        "In-Reply-To: <named@client.test>",
        "",
        "We both ask.");
    MailInput again = MailInput.replyAll(inbox.address(), asked.id()).text("Here!").build();
    assertEquals(SendStatus.PENDING_APPROVAL, send(again).status());
  }

  @Test
  void a_revoked_rule_holds_scheduled_mail_too() {
    SendRule rule = rule(Kind.DOMAIN, "client.test", "first_contact");
    SendResult scheduled =
        send(
            MailInput.from(inbox.address())
                .to("ann@client.test")
                .subject("later")
                .text("t")
                .sendAt(world.clock.instant().plus(Duration.ofHours(1)))
                .build());
    assertEquals(SendStatus.SCHEDULED, scheduled.status());
    rules.revoke(owner, rule.id());
    world.clock.advance(Duration.ofHours(1));
    world.outbox.runDue();
    assertEquals(
        SendStatus.PENDING_APPROVAL, world.sends.get(world.owner, scheduled.sendId()).status());
    assertEquals(ErrorCode.NOT_FOUND, refusal(() -> rules.revoke(owner, rule.id())));
    assertEquals(1, audited("rule.created").size());
    assertEquals(1, audited("rule.revoked").size());
  }

  @Test
  void a_rule_that_says_the_same_is_not_made_twice() {
    SendRule first = rule(Kind.DOMAIN, "client.test", "first_contact", "has_links");
    SendRule second = rule(Kind.DOMAIN, "CLIENT.test", "has_links", "first_contact");
    assertEquals(first.id(), second.id());
    assertNotEquals(first.id(), rule(Kind.REPLY, null, "has_links").id());
    assertEquals(2, rules.list(owner, PageRequest.first(50)).items().size());
  }

  @ParameterizedTest
  @CsvSource({
    "DOMAIN,,first_contact",
    "DOMAIN,test,first_contact",
    "DOMAIN,.client.test,first_contact",
    "DOMAIN,ann@client.test,first_contact",
    "REPLY,client.test,first_contact",
    "DOMAIN,client.test,many_recipients",
    "DOMAIN,client.test,html_unfaithful",
  })
  void a_rule_is_narrow_by_construction(Kind kind, @Nullable String domain, String flag) {
    assertEquals(ErrorCode.VALIDATION_ERROR, refusal(() -> rule(kind, domain, flag)));
  }

  @Test
  void there_are_at_most_a_hundred_rules() {
    for (int i = 0; i < SendRules.MAX_RULES; i++) {
      rule(Kind.DOMAIN, i + ".test", "first_contact");
    }
    assertEquals(
        "conflict too_many_rules",
        codeAndReason(() -> rule(Kind.DOMAIN, "more.test", "first_contact")));
  }

  @Test
  void only_owners_make_and_revoke_rules() {
    SendRule rule = rule(Kind.DOMAIN, "client.test", "first_contact");
    ScopeRef level = ScopeRef.inbox(inbox.address());
    for (Caller caller : List.of(world.human(Role.APPROVER), world.unverified(), world.owner)) {
      ErrorCode expected =
          caller instanceof Caller.Human human
              ? human.role() == Role.OWNER
                  ? ErrorCode.STEP_UP_REQUIRED
                  : ErrorCode.MISSING_PERMISSION
              : ErrorCode.HUMAN_REQUIRED;
      assertEquals(
          expected,
          refusal(
              () ->
                  rules.create(
                      caller,
                      level,
                      Kind.DOMAIN,
                      "other.test",
                      List.of("has_links"),
                      IdempotentRequest.unkeyed())));
    }
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(() -> rules.revoke(world.human(Role.APPROVER), rule.id())));
    assertEquals(ErrorCode.HUMAN_REQUIRED, refusal(() -> rules.revoke(world.owner, rule.id())));
    assertEquals(List.of(rule), rules.list(owner, PageRequest.first(50)).items());
  }

  @Test
  void an_inbox_takes_its_rules_with_it() {
    rule(Kind.DOMAIN, "client.test", "first_contact");
    send("Hello", "ann@client.test");
    world.inboxes.delete(world.owner, inbox.address());
    assertEquals(List.of(), rules.list(owner, PageRequest.first(50)).items());
  }
}
