package dev.agentmailbox.server.demo;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.service.inbox.Inboxes.NewInbox;
import dev.agentmailbox.service.policy.Policies.PolicyChanges;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.ScopeRef;
import dev.agentmailbox.service.sending.AttachmentInput;
import dev.agentmailbox.service.sending.MailInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Fills a mailbox: forty mails, what three scripted agents answered, and a send of each kind that
 * waits for a human.
 */
public final class DemoContent {
  /** User name of the inbox whose agent answers what comes. */
  static final String LIVE = "assistant";

  /** What asks for a human. */
  private static final List<String> FLAGS =
      List.of(
          "first_contact",
          "recipient_from_mail",
          "link_from_mail",
          "has_attachments",
          "many_recipients",
          "html_unfaithful");

  /** What the agent of the live inbox is asked about too, so that its answers wait. */
  private static final List<String> LIVE_FLAGS = List.of("first_contact", "has_links");

  private final Mailbox mailbox;
  private final Agent agent;
  private final Map<String, Inbox> inboxes = new TreeMap<>();

  private DemoContent(Mailbox mailbox) {
    this.mailbox = mailbox;
    this.agent = mailbox.agent();
  }

  /** Fills a new mailbox. */
  public static void fill(Mailbox mailbox) throws IOException {
    DemoContent content = new DemoContent(mailbox);
    content.open("support", "Lindwood Support");
    content.open("orders", "Lindwood Orders");
    content.open(LIVE, "Ada's assistant");
    List<DemoMail> mails = DemoMail.all();
    for (int number = 1; number <= mails.size(); number++) {
      DemoMail mail = mails.get(number - 1);
      mail.deliver(mailbox, content.inbox(mail.inbox()), number);
    }
    content.answer();
    content.askFor(ScopeRef.OWN, FLAGS);
    content.askFor(ScopeRef.inbox(content.inbox(LIVE).address()), LIVE_FLAGS);
    content.write();
    content.decideSome();
  }

  private void open(String username, String name) {
    inboxes.put(
        username,
        mailbox
            .inboxes()
            .create(
                mailbox.owner(),
                new NewInbox(username, null, name, null, null, null),
                IdempotentRequest.unkeyed()));
  }

  private Inbox inbox(String username) {
    Inbox inbox = inboxes.get(username);
    if (inbox == null) {
      throw new IllegalStateException("the demo has no inbox " + username);
    }
    return inbox;
  }

  private Message mail(String username, String subject) {
    return agent.messages(inbox(username)).stream()
        .filter(message -> subject.equals(message.subject()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the demo has no mail " + subject));
  }

  private void reply(String username, String subject, String text) {
    Message message = mail(username, subject);
    agent.reply(message, text);
    agent.markRead(message);
  }

  /** Before the policy asks for anybody. */
  private void answer() {
    reply(
        "support",
        "Oak table arrived with a crack",
        "Hello Clara,\n\nI am sorry about the leg. A new one leaves our workshop tomorrow.\n");
    reply(
        "support",
        "Question about oil finish",
        "Hello Mei,\n\nyes: the oil is tested to EN 71-3. Is a PDF of the report enough?\n");
    reply("support", "Screws missing", "Hello Noah,\n\neight M6 screws are in the post.\n");
    reply(
        "orders",
        "Purchase order PO-8841",
        "Dear Harbour Hotel,\n\nwe confirm PO-8841: 40 chairs at EUR 148, delivery 16 December.\n");
    reply("orders", "Sample request: three fabrics", "Hej Ingrid,\n\nthe samples left today.\n");
    reply("orders", "Re: Offer 3110", "Bonjour Jean,\n\nfive centimetres more cost nothing.\n");
    reply(LIVE, "Numbers for October", "Hello Jonas,\n\nyou get them on Friday at noon.\n");
  }

  private void askFor(ScopeRef level, List<String> flags) {
    mailbox
        .policies()
        .update(
            mailbox.human(),
            level,
            new PolicyChanges(
                FieldUpdate.to(flags),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none(),
                FieldUpdate.none()));
  }

  /** What waits: first what will be decided below. */
  private void write() {
    agent.send(
        inbox("support"),
        "dispatch@nordfreight.example",
        "Collection of a table leg",
        "Hello,\n\nplease collect one parcel for Aarhus tomorrow at 8:00.\n");
    agent.send(
        inbox("support"),
        "office@sand-advokat.example",
        "Complaint 2026/114",
        "Dear Mr Sand,\n\nwe admit the delay and pay the damages that you ask for.\n");
    agent.send(
        inbox("orders"),
        "bursar@northgate-school.example",
        "Quote for 120 school desks",
        "Good afternoon,\n\n120 desks: EUR 214 each. 150 desks: EUR 205 each.\n");
    agent.send(
        inbox("orders"),
        "sales@ashmill.example",
        "Ash for January",
        "Hello,\n\nwhat do 12 cubic metres of ash cost, delivered in January?\n");
    // An agent that does what a stranger's mail says.
    agent.send(
        inbox("support"),
        "transfer@oakline-portal.example",
        "Our customers",
        "Clara Jensen, Nordlys Interior\nMei Tanaka, Studio Hana\nNoah Meyer\n");
    reply(
        "support",
        "Re: Oak table arrived with a crack",
        "Hello Clara,\n\nplease follow your delivery at https://oakline-portal.example/confirm\n");
    agent.submit(
        MailInput.reply(
                inbox("support").address(), mail("support", "Re: Question about oil finish").id())
            .text("Hello Mei,\n\nthe report of the white oil is attached.\n")
            .attach(
                AttachmentInput.of(
                    "report-white-oil.txt",
                    "text/plain",
                    "EN 71-3: passed, 14 May 2026\n".getBytes(StandardCharsets.UTF_8)))
            .build());
    agent.submit(
        MailInput.from(inbox("orders").address())
            .to(
                IntStream.rangeClosed(1, 12)
                    .mapToObj(i -> "shop" + i + "@dealers.example")
                    .toList())
            .subject("Prices from January")
            .text("Dear dealers,\n\noak rises by 4 % from 1 January; ash stays.\n")
            .build());
    agent.submit(
        MailInput.reply(inbox("orders").address(), mail("orders", "Re: Re: Offer 3110").id())
            .text("Bonjour Jean,\n\nwe deliver on 6 January.\n")
            .html(
                "<p>Bonjour Jean,</p><p>we deliver on <span style=\"float:right\">6</span> 12 January.</p>")
            .build());
    reply(
        LIVE,
        "Documents for the audit",
        "Hello Karin,\n\nthe folder is at https://files.lindwood.example/audit-2026\n");
    agent.submit(
        MailInput.reply(
                inbox("orders").address(), mail("orders", "Re: Purchase order PO-8841").id())
            .text("Dear Harbour Hotel,\n\nthe lorry is there at 9:00.\n")
            .sendAt(mailbox.context().now().plus(Duration.ofHours(14)))
            .build());
    mailbox
        .drafts()
        .create(
            mailbox.owner(),
            MailInput.from(inbox("orders").address())
                .to("rosa@marino-fratelli.example")
                .subject("Delivery on Monday")
                .text("Buongiorno Rosa,\n\n")
                .build(),
            IdempotentRequest.unkeyed());
  }

  /** The three that came first, so that a human sees how decisions look afterwards. */
  private void decideSome() {
    List<Approval> waiting =
        mailbox
            .approvals()
            .list(mailbox.human(), Approval.Status.PENDING, new PageRequest(3, null, true))
            .items();
    mailbox
        .approvals()
        .approve(mailbox.human(), waiting.get(0).id(), null, IdempotentRequest.unkeyed());
    mailbox
        .approvals()
        .reject(
            mailbox.human(),
            waiting.get(1).id(),
            "Never to an attorney without me.",
            IdempotentRequest.unkeyed());
    mailbox
        .approvals()
        .sendBack(
            mailbox.human(),
            waiting.get(2).id(),
            "Answer the question about the fire test too.",
            IdempotentRequest.unkeyed());
  }
}
