package dev.agentmailbox.service.webhook;

import static dev.agentmailbox.fixture.Refusals.refusal;
import static dev.agentmailbox.fixture.Refusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.account.Pods;
import dev.agentmailbox.service.inbox.Inboxes;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.webhook.CustomHeaders;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who sets webhooks up, and what for. */
class WebhookSetUpTest extends WebhookFixture {
  // spec Webhooks.1
  @Test
  void secret_and_headers_are_stored_sealed() {
    EndpointWithSecret made = create(EventType.MESSAGE_SENT);
    String secret = Objects.requireNonNull(made.secret()).reveal();
    WebhookEndpoint stored = get(made.endpoint());
    assertFalse(stored.secrets().get(0).sealed().contains(secret.substring(6)));
    assertFalse(stored.headers().containsValue("abc"));
    assertFalse(made.toString().contains(secret.substring(6)));
  }

  @Test
  void only_an_owner_who_proved_who_it_is_sets_webhooks_up() {
    NewWebhook request =
        new NewWebhook(
            URL, List.of(EventType.MESSAGE_SENT), List.of(), List.of(), null, Map.of(), null);
    Scope scope = owner.scope();
    Caller stale =
        new Caller.Human("usr_1", scope, Role.OWNER, EnumSet.allOf(Permission.class), false, false);
    Caller approver =
        new Caller.Human("usr_2", scope, Role.APPROVER, Role.APPROVER.permissions(), true, false);
    assertEquals(
        ErrorCode.STEP_UP_REQUIRED,
        refusal(() -> mailbox.webhooks().create(stale, ALL, request, IdempotentRequest.unkeyed())));
    assertEquals(
        ErrorCode.MISSING_PERMISSION,
        refusal(
            () -> mailbox.webhooks().create(approver, ALL, request, IdempotentRequest.unkeyed())));
  }

  // spec Webhooks.1, Webhooks.2
  @Test
  void types_are_picked_and_the_address_is_public() {
    refused(this::create);
    NewWebhook local =
        new NewWebhook(
            "https://localhost/",
            List.of(EventType.MESSAGE_SENT),
            List.of(),
            List.of(),
            null,
            Map.of(),
            null);
    MailboxException refused =
        refused(() -> mailbox.webhooks().create(owner, ALL, local, IdempotentRequest.unkeyed()));
    assertEquals(ErrorCode.WEBHOOK_TARGET_FORBIDDEN, refused.code());
  }

  @Test
  void an_endpoint_of_a_pod_is_told_of_that_pod_only() {
    var pod =
        mailbox.pods().create(owner, new Pods.NewPod("team", null), IdempotentRequest.unkeyed());
    NewWebhook request =
        new NewWebhook(
            URL,
            List.of(EventType.INBOX_CREATED),
            List.of(pod.id()),
            List.of(),
            null,
            Map.of(),
            null);
    EndpointWithSecret made =
        mailbox.webhooks().create(owner, ALL, request, IdempotentRequest.unkeyed());
    assertEquals(Scope.pod(pod.organizationId(), pod.id()), made.endpoint().level());
    mailbox.inboxes().create(owner, Inboxes.NewInbox.named("outside"), IdempotentRequest.unkeyed());
    assertEquals(0, run());
    publish(EventType.INBOX_CREATED, true, pod.id());
    publish(EventType.INBOX_CREATED, false, pod.id());
    assertEquals(1, run());
  }

  @Test
  void an_endpoint_of_one_inbox_is_told_of_that_inbox_and_seen_there() {
    var inbox =
        mailbox.inboxes().create(owner, Inboxes.NewInbox.named("one"), IdempotentRequest.unkeyed());
    NewWebhook request =
        new NewWebhook(
            URL,
            List.of(EventType.INBOX_CREATED, EventType.INBOX_DELETED),
            List.of(),
            List.of("One@agents.localhost"),
            "mine",
            Map.of(),
            null);
    EndpointWithSecret made =
        mailbox.webhooks().create(owner, ALL, request, IdempotentRequest.unkeyed());
    assertEquals(inbox.scope(), made.endpoint().level());
    mailbox.inboxes().create(owner, Inboxes.NewInbox.named("two"), IdempotentRequest.unkeyed());
    assertEquals(0, run());
    mailbox.inboxes().delete(owner, inbox.address());
    assertEquals(1, run());
    EndpointWithSecret again =
        mailbox.webhooks().create(owner, ALL, request(), IdempotentRequest.unkeyed());
    assertEquals(made.endpoint().id(), again.endpoint().id());
    assertNull(again.secret());
    mailbox.webhooks().delete(owner, ALL, made.endpoint().id());
    refused(() -> get(made.endpoint()));
  }

  @Test
  void what_is_done_with_a_webhook_is_recorded_by_its_host() {
    EndpointWithSecret made = create(EventType.MESSAGE_RECEIVED);
    mailbox
        .webhooks()
        .updateHeaders(owner, ALL, made.endpoint().id(), Map.of("X-Team", "a"), List.of());
    mailbox.webhooks().delete(owner, ALL, made.endpoint().id());
    List<AuditEntry> trail =
        mailbox.auditLog().list(owner, null, owner.id(), new PageRequest(9, null, true)).items();
    assertEquals(
        List.of("webhook.created", "webhook.changed", "webhook.deleted"),
        trail.stream().map(AuditEntry::action).toList());
    trail.forEach(
        entry ->
            assertEquals(
                Map.of("webhook_id", made.endpoint().id(), "host", "hooks.example.com"),
                entry.facts()));
  }

  @Test
  void a_filter_names_at_most_a_hundred_pods_and_a_hundred_inboxes() {
    List<String> hundred =
        IntStream.range(0, WebhookEndpoint.MAX_FILTER_IDS).mapToObj(i -> "x" + i).toList();
    List<String> over =
        IntStream.rangeClosed(0, WebhookEndpoint.MAX_FILTER_IDS).mapToObj(i -> "x" + i).toList();
    assertEquals("contains a pod that does not exist", problem(hundred, List.of(), "pod_ids"));
    assertEquals("contains an inbox that does not exist", problem(List.of(), hundred, "inbox_ids"));
    assertEquals("must have at most 100 ids", problem(over, List.of(), "pod_ids"));
    assertEquals("must have at most 100 ids", problem(List.of(), over, "inbox_ids"));
  }

  private String problem(List<String> podIds, List<String> inboxIds, String field) {
    NewWebhook request =
        new NewWebhook(
            URL, List.of(EventType.INBOX_CREATED), podIds, inboxIds, null, Map.of(), null);
    MailboxException refused =
        refused(() -> mailbox.webhooks().create(owner, ALL, request, IdempotentRequest.unkeyed()));
    assertEquals(field, refused.problems().get(0).path());
    return refused.problems().get(0).message();
  }

  @Test
  void an_endpoint_has_at_most_twenty_headers_however_they_were_added() {
    WebhookEndpoint made = create(EventType.INBOX_CREATED).endpoint();
    change(made, headers(1, CustomHeaders.MAX_HEADERS - 1));
    MailboxException refused = refused(() -> change(made, headers(CustomHeaders.MAX_HEADERS, 1)));
    assertEquals("must have at most 20 names together", refused.problems().get(0).message());
    change(made, headers(1, 1));
    assertEquals(CustomHeaders.MAX_HEADERS, get(made).headers().size());
  }

  private void change(WebhookEndpoint endpoint, Map<String, String> headers) {
    mailbox.webhooks().updateHeaders(owner, ALL, endpoint.id(), headers, List.of());
  }

  private static Map<String, String> headers(int first, int count) {
    return IntStream.range(first, first + count)
        .boxed()
        .collect(Collectors.toMap(i -> "x-" + i, i -> "v"));
  }

  private static NewWebhook request() {
    return new NewWebhook(
        URL, List.of(EventType.INBOX_CREATED), List.of(), List.of(), "mine", Map.of(), null);
  }
}
