package dev.agentmailbox.port;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ApprovalRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Things to put into a store, and a small world of them to look around in: organization A with pod
 * P (inboxes one and two) and pod Q (inbox three), organization B with pod R (inbox four).
 */
public final class StoreFixtures {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  public static final Duration SECOND = Duration.ofSeconds(1);

  public static final Scope ORG_A = Scope.organization("org_a");
  public static final Scope POD_P = Scope.pod("org_a", "pod_p");
  public static final Scope ONE = Scope.inbox("org_a", "pod_p", "one@agents.test");
  public static final Scope TWO = Scope.inbox("org_a", "pod_p", "two@agents.test");
  public static final Scope POD_Q = Scope.pod("org_a", "pod_q");
  public static final Scope THREE = Scope.inbox("org_a", "pod_q", "three@agents.test");
  public static final Scope ORG_B = Scope.organization("org_b");
  public static final Scope POD_R = Scope.pod("org_b", "pod_r");
  public static final Scope FOUR = Scope.inbox("org_b", "pod_r", "four@agents.test");

  /** Scopes that see what belongs to inbox one. */
  public static final List<Scope> SEE_ONE = List.of(ORG_A, POD_P, ONE);

  /** Scopes that do not. */
  public static final List<Scope> DO_NOT_SEE_ONE =
      List.of(TWO, POD_Q, THREE, ORG_B, POD_R, FOUR, Scope.organization("org_missing"));

  public static final List<Scope> INBOXES = List.of(ONE, TWO, THREE, FOUR);

  private StoreFixtures() {}

  /** Writes the world into an empty store; everything in it was made at {@link #START}. */
  public static void world(MailboxStore store) {
    store.write(
        tx -> {
          for (Scope organization : List.of(ORG_A, ORG_B)) {
            tx.organizations().insert(organization(organization.id(), Plan.DEFAULT));
          }
          for (Scope pod : List.of(POD_P, POD_Q, POD_R)) {
            tx.pods().insert(pod(pod, pod.id(), null, START));
          }
          INBOXES.forEach(inbox -> tx.inboxes().insert(inbox(inbox, START)));
          return true;
        });
  }

  /** A time some seconds after the start. */
  public static Instant at(long seconds) {
    return START.plusSeconds(seconds);
  }

  public static Organization organization(String id, Plan plan) {
    return Organization.made(id, "Name of " + id, "agents.test", plan, START);
  }

  public static Pod pod(Scope pod, String name, @Nullable String clientId, Instant createdAt) {
    return new Pod(
        pod.id(), pod.organizationId(), name, clientId, 0, Policy.INHERIT, createdAt, createdAt);
  }

  /** An active inbox without display name or client id. */
  public static Inbox inbox(Scope inbox, Instant createdAt) {
    return inbox(inbox, null, null, createdAt);
  }

  public static Inbox inbox(
      Scope inbox, @Nullable String displayName, @Nullable String clientId, Instant createdAt) {
    return Inbox.made(inbox, new Inbox.Profile(displayName, clientId, Map.of()), true, createdAt);
  }

  /** An inbox of pod P with that local part. */
  public static Scope inPodP(String localPart) {
    return Scope.inbox("org_a", "pod_p", localPart + "@agents.test");
  }

  public static ApiKey apiKey(String id, Scope scope, Instant createdAt) {
    return new ApiKey(
        id,
        "prefix" + id,
        "0".repeat(64),
        "Name of " + id,
        scope,
        Set.of(Permission.INBOX_READ, Permission.MESSAGE_SEND),
        false,
        ApiKey.Life.since(createdAt, null));
  }

  public static MessageBody body(String text) {
    return new MessageBody(List.of(), text, null, text, null, Map.of("subject", "A subject"));
  }

  /** A pending approval that expires a day after it was asked for. */
  public static Approval approval(String id, Scope inbox, Instant requestedAt) {
    return approval(id, inbox, Approval.Status.PENDING, requestedAt);
  }

  public static Approval approval(
      String id, Scope inbox, Approval.Status status, Instant requestedAt) {
    ApprovalRequest request =
        new ApprovalRequest(
            "out_of_" + id,
            null,
            List.of("first_contact"),
            "ab".repeat(32),
            requestedAt,
            requestedAt.plus(Duration.ofDays(1)));
    return status == Approval.Status.PENDING
        ? Approval.pending(id, inbox, request)
        : new Approval(
            id,
            inbox,
            request,
            status,
            Approval.Decision.of(requestedAt.plus(SECOND), "usr_someone", "a note"),
            null);
  }

  public static ListEntry listEntry(
      Scope level, ListEntry.Direction direction, ListEntry.Type type, String entry) {
    return new ListEntry(entry, direction, type, level, null, false, START);
  }

  /** An event of an organization, a pod or an inbox that wakes the agent. */
  public static Event event(String id, Scope subject, Instant occurredAt) {
    return new Event(
        id, EventType.MESSAGE_RECEIVED, occurredAt, subject, null, null, Map.of("wake", true));
  }
}
