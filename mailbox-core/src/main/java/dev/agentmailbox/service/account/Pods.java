package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Management of pods. Thread safe. */
public final class Pods {
  private static final int MAX_NAME_CHARACTERS = 128;
  private static final int MAX_CLIENT_ID_CHARACTERS = 255;

  private final MailboxContext context;
  private final IdempotencyRunner runner;

  public Pods(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
  }

  /**
   * A pod to create.
   *
   * @param name null for the pod's id
   * @param clientId if a pod has the same one, it is returned instead of creating another
   */
  public record NewPod(@Nullable String name, @Nullable String clientId) {}

  /** Creates a pod; requires a caller scoped to the organization. */
  public Pod create(Caller caller, NewPod request, IdempotentRequest<Pod> idempotency) {
    FieldProblems problems = new FieldProblems();
    problems.maxLength("name", request.name(), MAX_NAME_CHARACTERS);
    problems.maxLength("client_id", request.clientId(), MAX_CLIENT_ID_CHARACTERS);
    if (request.name() != null && request.name().isBlank()) {
      problems.add("name", "must not be blank");
    }
    if (Pod.DEFAULT_NAME.equals(request.name())) {
      problems.add("name", "is reserved for the default pod of the organization");
    }
    if (request.clientId() != null && request.clientId().isEmpty()) {
      problems.add("client_id", "must not be empty");
    }
    problems.refuseIfAny();
    return runner.write(idempotency, tx -> createIn(tx, caller, request, idempotency));
  }

  private Pod createIn(
      StoreTransaction tx, Caller caller, NewPod request, IdempotentRequest<Pod> idempotency) {
    Instant now = context.now();
    String organizationId = caller.scope().organizationId();
    Access.require(caller, Permission.POD_CREATE);
    if (caller.scope().type() != ScopeType.ORGANIZATION) {
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "only an organization-wide key can create pods");
    }
    idempotency.claim(tx, now);
    if (request.clientId() != null) {
      // Of two concurrent requests the second finds the pod of the first.
      var unused = tx.organizations().lock(organizationId);
      Optional<Pod> existing = tx.pods().findByClientId(organizationId, request.clientId());
      if (existing.isPresent()) {
        return idempotency.finish(tx, existing.get());
      }
    }
    String id = context.ids().next(IdPrefix.POD);
    String name = request.name() == null ? id : request.name();
    Pod pod = new Pod(id, organizationId, name, request.clientId(), 0, Policy.INHERIT, now, now);
    if (!tx.pods().insert(pod)) {
      throw MailboxException.conflict("client_id", "another request has just used this client_id");
    }
    return idempotency.finish(tx, pod);
  }

  public Pod get(Caller caller, String podId) {
    return context.read(
        tx -> {
          Access.pod(tx, caller, podId, Permission.POD_READ);
          return tx.pods()
              .find(caller.scope(), podId)
              .orElseThrow(() -> MailboxException.notFound("pod"));
        });
  }

  /** Pods in scope, by creation. */
  public Page<Pod> list(Caller caller, PageRequest page) {
    Access.require(caller, Permission.POD_READ);
    return context.read(tx -> tx.pods().list(caller.scope(), page));
  }

  /**
   * Deletes an empty pod.
   *
   * @throws MailboxException {@code conflict} with reason {@code not_empty} or {@code default_pod}
   */
  public void delete(Caller caller, String podId) {
    context.write(
        tx -> {
          Access.pod(tx, caller, podId, Permission.POD_DELETE);
          Pod pod =
              tx.pods()
                  .find(caller.scope(), podId)
                  .orElseThrow(() -> MailboxException.notFound("pod"));
          if (pod.isDefault()) {
            throw MailboxException.conflict("default_pod", "the default pod cannot be deleted");
          }
          if (!tx.pods().deleteEmpty(caller.scope(), podId)) {
            throw MailboxException.conflict(
                "not_empty", "the pod still has inboxes; delete them first");
          }
          return pod;
        });
  }
}
