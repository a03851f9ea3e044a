package dev.agentmailbox.port.table;

import static dev.agentmailbox.port.ServiceTables.LEASES;
import static dev.agentmailbox.port.ServiceTables.NODES;
import static dev.agentmailbox.port.ServiceTables.RATE_LIMITS;
import static dev.agentmailbox.port.ServiceTables.SETTINGS;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.access.AccessTables.CHALLENGES;
import static dev.agentmailbox.port.access.AccessTables.CLIENTS;
import static dev.agentmailbox.port.access.AccessTables.CODES;
import static dev.agentmailbox.port.access.AccessTables.GRANTS;
import static dev.agentmailbox.port.access.AccessTables.PASSKEYS;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS;
import static dev.agentmailbox.port.access.AccessTables.SESSIONS;
import static dev.agentmailbox.port.access.AccessTables.TOKENS;
import static dev.agentmailbox.port.account.AccountTables.CLAIMS;
import static dev.agentmailbox.port.account.AccountTables.DIRECTED_CODES;
import static dev.agentmailbox.port.account.AccountTables.DIRECTED_CODE_HASHES;
import static dev.agentmailbox.port.account.AccountTables.HUMANS;
import static dev.agentmailbox.port.account.AccountTables.INVITES;
import static dev.agentmailbox.port.account.AccountTables.MEMBERS;
import static dev.agentmailbox.port.account.AccountTables.PODS;
import static dev.agentmailbox.port.account.AccountTables.WAITLIST;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_ENTRIES;
import static dev.agentmailbox.port.audit.AuditTables.AUDIT_HEADS;
import static dev.agentmailbox.port.event.EventTables.DELIVERIES;
import static dev.agentmailbox.port.event.EventTables.WEBHOOKS;
import static dev.agentmailbox.port.rule.RuleTables.RULES;
import static dev.agentmailbox.port.rule.RuleTables.RULE_USES;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.EDITS;
import static dev.agentmailbox.port.sending.SendingTables.NOTICES;

import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantClient;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.access.PasskeyChallenge;
import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.Session;
import dev.agentmailbox.access.SignInCode;
import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Invite;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.account.WaitlistAnswers;
import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.ConnectionLeaseStore.ConnectionLease;
import dev.agentmailbox.port.ServiceTables.Node;
import dev.agentmailbox.port.ServiceTables.RateLimit;
import dev.agentmailbox.port.ServiceTables.Setting;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.account.AccountTables.DirectedCodeHash;
import dev.agentmailbox.rule.RuleUse;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.Notice;
import dev.agentmailbox.sending.SendEdit;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows for one declared table. They have different keys, and in each list the same fixed columns;
 * three follow each other with the same time.
 *
 * @param rows the row with a number, from 0
 * @param whole for a row that is stored whole: the second row with the key of the first
 */
record TableSample<T>(TableSpec<T> spec, IntFunction<T> rows, @Nullable BinaryOperator<T> whole) {
  TableSample(TableSpec<T> spec, IntFunction<T> rows) {
    this(spec, rows, null);
  }

  static final List<TableSample<?>> ALL =
      List.of(
          new TableSample<>(PODS, TableSample::pod),
          new TableSample<>(HUMANS, TableSample::human),
          new TableSample<>(MEMBERS, TableSample::membership),
          new TableSample<>(WAITLIST, TableSample::waitlistEntry),
          new TableSample<>(INVITES, TableSample::invite),
          new TableSample<>(CLAIMS, TableSample::claim),
          new TableSample<>(DIRECTED_CODES, TableSample::directedCode),
          new TableSample<>(
              DIRECTED_CODE_HASHES, i -> new DirectedCodeHash("hash" + i, "org_a", "cod_" + i)),
          new TableSample<>(SESSIONS, TableSample::session),
          new TableSample<>(CODES, TableSample::code),
          new TableSample<>(PASSKEYS, TableSample::passkey),
          new TableSample<>(PUSH_SUBSCRIPTIONS, TableSample::pushSubscription),
          new TableSample<>(CHALLENGES, TableSample::challenge),
          new TableSample<>(CLIENTS, TableSample::client),
          new TableSample<>(GRANTS, TableSample::grant),
          new TableSample<>(TOKENS, TableSample::token),
          new TableSample<>(APPROVALS, TableSample::approval, TableSample::sameApproval),
          new TableSample<>(EDITS, TableSample::edit, TableSample::sameEdit),
          new TableSample<>(RULES, TableSample::rule, TableSample::sameRule),
          new TableSample<>(RULE_USES, TableSample::ruleUse),
          new TableSample<>(AUDIT_ENTRIES, TableSample::auditEntry, TableSample::sameAuditEntry),
          new TableSample<>(AUDIT_HEADS, i -> new AuditHead("org_" + i, i, "hash " + i, at(i))),
          new TableSample<>(SETTINGS, i -> new Setting("name" + i, "value " + i)),
          new TableSample<>(NODES, i -> new Node("node" + i, at(i / 3))),
          new TableSample<>(
              LEASES, i -> new ConnectionLease("org_a", "key_" + i, "node", "id" + i)),
          new TableSample<>(RATE_LIMITS, TableSample::rateLimit),
          new TableSample<>(NOTICES, TableSample::notice),
          new TableSample<>(WEBHOOKS, i -> webhook(i, ONE)),
          new TableSample<>(DELIVERIES, TableSample::delivery));

  private static Approval approval(int i) {
    Approval.Status status = i % 2 == 0 ? Approval.Status.PENDING : Approval.Status.APPROVED;
    Approval approval = StoreFixtures.approval("apr_" + i, ONE, status, at(i / 3));
    Approval.Plan plan =
        new Approval.Plan(
            Approval.Status.REJECTED,
            new Approval.Decision(at(i), "usr_1", "note " + i, false, true),
            at(i + 1));
    return i % 4 == 0 ? approval.planned(plan) : approval;
  }

  private static Approval sameApproval(Approval first, Approval second) {
    return new Approval(
        first.id(),
        second.scope(),
        second.request(),
        second.status(),
        second.decision(),
        second.plan());
  }

  private static SendEdit edit(int i) {
    String before = i % 2 == 0 ? null : "before " + i;
    return new SendEdit(
        "out_" + i,
        ONE,
        "hash " + i,
        "usr_" + i,
        at(i),
        List.of(new SendEdit.Change(SendEdit.Field.TEXT, before, "after " + i)));
  }

  private static SendEdit sameEdit(SendEdit first, SendEdit second) {
    return new SendEdit(
        first.sendId(),
        second.scope(),
        second.originalHash(),
        second.by(),
        second.at(),
        second.changes());
  }

  private static AuditEntry auditEntry(int i) {
    return new AuditEntry(
        "org_a",
        i + 1,
        at(i / 3),
        "usr_1",
        "key.created",
        Map.of("api_key_id", "key_" + i),
        "hash " + i,
        "hash " + (i + 1));
  }

  private static AuditEntry sameAuditEntry(AuditEntry first, AuditEntry second) {
    return new AuditEntry(
        first.organizationId(),
        first.sequence(),
        second.at(),
        second.actor(),
        second.action(),
        second.facts(),
        second.previousHash(),
        second.hash());
  }

  private static SendRule rule(int i) {
    boolean isReply = i % 2 == 0;
    return new SendRule(
        "rul_" + i,
        ONE,
        isReply ? SendRule.Kind.REPLY : SendRule.Kind.DOMAIN,
        isReply ? null : i + ".example.com",
        List.of("first_contact", "has_links"),
        "usr_" + i,
        at(i / 3));
  }

  private static SendRule sameRule(SendRule first, SendRule second) {
    return new SendRule(
        first.id(),
        second.scope(),
        second.kind(),
        second.domain(),
        second.flags(),
        second.createdBy(),
        second.createdAt());
  }

  private static RuleUse ruleUse(int i) {
    return new RuleUse("org_a", "rul_" + i % 2, "out_" + i, "box" + i % 2, at(i / 3));
  }

  private static RateLimit rateLimit(int i) {
    List<Instant> moments = IntStream.range(0, i).mapToObj(StoreFixtures::at).toList();
    return new RateLimit("name" + i, moments, at(i / 3));
  }

  private static Notice notice(int i) {
    return new Notice("org_a", "apr_" + i % 2, i + "@example.com", i, at(i / 3));
  }

  static WebhookEndpoint webhook(int i, Scope level) {
    return new WebhookEndpoint(
        "whk_" + i,
        level,
        new WebhookEndpoint.Target(
            "https://hooks.example.com/" + i,
            List.of(new SealedSecret("new " + i, null), new SealedSecret("old", at(i))),
            Map.of("x-own", "sealed value " + i),
            i % 2 == 0 ? null : "{\"text\":\"{{text}}\"}"),
        new WebhookEndpoint.Subscription(
            Set.of(EventType.MESSAGE_RECEIVED, EventType.ORG_SUSPENDED),
            Set.of("pod_" + i),
            i % 2 == 0 ? Set.of() : Set.of("box" + i)),
        "client " + i,
        i % 2 == 0 ? null : DisabledReason.GONE,
        at(i / 3),
        at(i + 1));
  }

  /** Those with an even number are pending. */
  private static Delivery delivery(int i) {
    Delivery.Subject event = new Delivery.Subject(i, "evt_" + i, EventType.MESSAGE_SENT);
    Delivery pending =
        Delivery.first(
            "dlv_" + i, "org_a", "whk_1", event, Delivery.Trigger.REPLAY, at(i / 3), at(i / 3));
    return i % 2 == 0
        ? pending
        : pending.made(Delivery.Status.FAILED, 500 + i, 12, "status_" + i, at(i));
  }

  private static Pod pod(int i) {
    Policy policy =
        i % 2 == 0 ? Policy.INHERIT : new Policy(Set.of("has_links"), null, null, true, i, null);
    return new Pod("pod_" + i, "org_a", "Support", "client " + i, i, policy, at(i / 3), at(i));
  }

  private static Human human(int i) {
    Human.Status status = i % 2 == 0 ? Human.Status.ACTIVE : Human.Status.INVITED;
    return new Human("usr_" + i, i + "@example.com", i % 2 == 0, status, at(i), at(i + 1));
  }

  /** Those with even numbers have one organization, and the others and the first one human. */
  private static Membership membership(int i) {
    return new Membership(
        i % 2 == 0 ? "org_a" : "org_" + i,
        i % 2 == 0 && i > 0 ? "usr_" + i : "usr_0",
        Role.OWNER,
        i % 3 == 0 ? Membership.Status.PENDING : Membership.Status.ACTIVE,
        at(i / 3),
        at(i + 1));
  }

  private static WaitlistEntry waitlistEntry(int i) {
    WaitlistAnswers answers =
        i % 2 == 0
            ? WaitlistAnswers.NONE
            : new WaitlistAnswers("research", "lt_100", "legal", "own", i == 1, "note " + i);
    return new WaitlistEntry("wle_" + i, "token" + i, "usr_1", answers, at(i / 3), at(i / 3 + 9));
  }

  private static SignUpClaim claim(int i) {
    return new SignUpClaim("org_a", "pod_" + i, "box" + i, "key_" + i, "hash" + i, at(i / 3));
  }

  private static DirectedCode directedCode(int i) {
    return new DirectedCode(
        "cod_" + i,
        Scope.pod("org_a", "pod_" + i),
        "hash" + i,
        "ABCD",
        "usr_" + i,
        i % 2 == 0 ? null : "note " + i,
        i % 2 == 0
            ? DirectedCode.Life.open(at(i / 3), at(i / 3))
            : new DirectedCode.Life(at(i / 3), at(i / 3), at(i + 1), at(i + 2)));
  }

  private static SignInCode code(int i) {
    return new SignInCode("subject" + i, "hash" + i, i % 2 == 0 ? null : "usr_" + i, i, at(i / 3));
  }

  private static Passkey passkey(int i) {
    return new Passkey(
        "pky_" + i,
        "usr_1",
        "credential" + i,
        "phone " + i,
        "key " + i,
        i + (1L << 32),
        at(i / 3),
        i % 2 == 0 ? null : at(i + 9));
  }

  private static PushSubscription pushSubscription(int i) {
    return new PushSubscription(
        "hash" + i, "usr_1", "https://push.example/" + i, "key" + i, "secret" + i, at(i / 3));
  }

  private static PasskeyChallenge challenge(int i) {
    return new PasskeyChallenge("hash" + i, "sign-in " + i, at(i / 3));
  }

  private static GrantClient client(int i) {
    List<String> uris = i % 2 == 0 ? List.of("x" + i) : List.of("https://a.example/?b=" + i, "y");
    return new GrantClient(
        "cli_" + i, "Program " + i, uris, i % 2 == 0 ? null : "hash" + i, at(i), at(i / 3));
  }

  private static Grant grant(int i) {
    return new Grant(
        "gra_" + i,
        "org_a",
        "key_" + i,
        new Grant.Client("cli_" + i, "Program " + i, "https://a.example/" + i),
        "usr_" + i,
        "challenge " + i,
        i % 2 == 0 ? null : "https://mail.example/" + i,
        at(i / 3));
  }

  private static GrantToken token(int i) {
    return new GrantToken(
        "hash" + i,
        i % 2 == 0 ? GrantToken.Kind.CODE : GrantToken.Kind.ACCESS,
        "org_" + i,
        "gra_" + i,
        at(i / 3),
        i % 2 == 0 ? null : at(i));
  }

  private static Invite invite(int i) {
    return new Invite(
        "inv_" + i,
        "guest" + i + "@example.com",
        "hash" + i,
        "usr_" + i,
        at(i / 3),
        at(100 + i),
        i % 2 == 0 ? null : at(i),
        i % 3 == 0 ? null : at(200 + i));
  }

  private static Session session(int i) {
    return new Session(
        "cookie" + i,
        "sign-in",
        "usr_1",
        i % 2 == 0 ? null : "org_" + i,
        START,
        at(i / 3),
        at(i + 50));
  }
}
