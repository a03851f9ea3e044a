package dev.agentmailbox.service.webhook;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A validated pod and inbox filter with the owning level that follows from it.
 *
 * @param level the one inbox or pod of the filter, otherwise the level the endpoint is created at
 */
record WebhookFilter(Scope level, Set<String> podIds, Set<String> inboxIds) {
  /**
   * Validates that all pods and inboxes lie within the level the endpoint is created at.
   *
   * @param place organization, pod or inbox of the path
   */
  static WebhookFilter check(
      StoreTransaction tx,
      Scope place,
      Collection<String> pods,
      Collection<String> inboxes,
      FieldProblems problems) {
    Set<String> podIds = new TreeSet<>(pods);
    Set<String> inboxIds = new TreeSet<>();
    if (place.inboxId() != null) {
      inboxIds.add(place.inboxId());
    } else if (place.podId() != null && inboxes.isEmpty()) {
      podIds.add(place.podId());
    }
    boolean few = isFew("pod_ids", podIds, problems);
    few &= isFew("inbox_ids", inboxes, problems);
    if (!few) {
      return new WebhookFilter(place, Set.of(), Set.of());
    }
    for (String podId : podIds) {
      boolean known = place.narrowToPod(podId).flatMap(s -> tx.pods().find(s, podId)).isPresent();
      if (!known) {
        problems.add("pod_ids", "contains a pod that does not exist");
      }
    }
    Scope only = null;
    for (String inboxId : inboxes) {
      Inbox inbox = tx.inboxes().find(place, Inbox.normal(inboxId)).orElse(null);
      if (inbox == null || !(podIds.isEmpty() || podIds.contains(inbox.podId()))) {
        problems.add("inbox_ids", "contains an inbox that does not exist");
      } else {
        inboxIds.add(inbox.address());
        only = inbox.scope();
      }
    }
    return new WebhookFilter(level(place, podIds, inboxIds, only), podIds, inboxIds);
  }

  private static boolean isFew(String field, Collection<String> ids, FieldProblems problems) {
    boolean few = ids.size() <= WebhookEndpoint.MAX_FILTER_IDS;
    if (!few) {
      problems.add(field, "must have at most " + WebhookEndpoint.MAX_FILTER_IDS + " ids");
    }
    return few;
  }

  private static Scope level(
      Scope place, Set<String> podIds, Set<String> inboxIds, @Nullable Scope onlyInbox) {
    if (place.inboxId() != null) {
      return place;
    }
    if (inboxIds.size() == 1) {
      return Objects.requireNonNull(onlyInbox);
    }
    if (podIds.size() == 1) {
      return Scope.pod(place.organizationId(), podIds.iterator().next());
    }
    return place;
  }
}
