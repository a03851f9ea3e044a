package dev.agentmailbox.service.inbox;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.access.ScopeType;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.inbox.AddressRules;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.RandomNames;
import dev.agentmailbox.mime.write.HeaderText;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.record.EventBuilder;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.request.Metadata;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Management of inboxes. Thread safe. */
public final class Inboxes {
  private static final int RANDOM_NAME_TRIES = 20;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final AddressRules rules;
  private final InboxRemoval removal;
  private final RandomNames names = new RandomNames();

  public Inboxes(MailboxContext context, IdempotencyRunner runner) {
    this.context = context;
    this.runner = runner;
    this.rules = new AddressRules(context.settings().serviceName());
    this.removal = new InboxRemoval(context);
  }

  /**
   * An inbox to create.
   *
   * @param username null for a readable random name
   * @param domain null for the organization's domain
   * @param clientId if an inbox has the same one, it is returned instead of creating another
   * @param podId null for the caller's pod or the default pod
   * @param metadata null for empty
   */
  public record NewInbox(
      @Nullable String username,
      @Nullable String domain,
      @Nullable String displayName,
      @Nullable String clientId,
      @Nullable String podId,
      @Nullable Map<String, Object> metadata) {
    /** An inbox with a random name and default settings. */
    public static NewInbox random() {
      return new NewInbox(null, null, null, null, null, null);
    }

    /** An inbox with this username. */
    public static NewInbox named(String username) {
      return new NewInbox(username, null, null, null, null, null);
    }
  }

  /** Changes of an inbox; metadata is replaced as a whole. */
  public record InboxChanges(
      FieldUpdate<String> displayName, FieldUpdate<Map<String, Object>> metadata) {}

  /**
   * Creates an inbox, or returns the one with this client id. Publishes {@code inbox.created}.
   *
   * @throws MailboxException {@code validation_error}, {@code not_found} (pod), {@code
   *     missing_permission} (also with reason {@code inbox_limit}), {@code address_unavailable},
   *     {@code conflict} (client id outside the caller's scope), {@code idempotency_conflict}
   */
  public Inbox create(Caller caller, NewInbox request, IdempotentRequest<Inbox> idempotency) {
    check(request);
    return runner.write(idempotency, tx -> createIn(tx, caller, request, idempotency));
  }

  /**
   * The inbox with this username in the organization's domain; created when there is none, as by
   * {@link #create}. For programs that start more than once.
   *
   * @throws MailboxException as {@link #create}; {@code missing_permission} also when the inbox is
   *     there and may not be read
   */
  public Inbox open(Caller caller, String username) {
    NewInbox request = NewInbox.named(username);
    check(request);
    return context.write(tx -> openIn(tx, caller, request));
  }

  private Inbox openIn(StoreTransaction tx, Caller caller, NewInbox request) {
    Scope scope = caller.scope();
    // Of two concurrent requests the second finds the inbox of the first.
    Optional<Inbox> existing =
        tx.organizations()
            .lock(scope.organizationId())
            .map(organization -> request.username() + "@" + organization.serviceDomain())
            .flatMap(address -> tx.inboxes().find(scope, Inbox.normal(address)));
    if (existing.isPresent()) {
      Access.require(caller, Permission.INBOX_READ);
      return existing.get();
    }
    return createIn(tx, caller, request, IdempotentRequest.unkeyed());
  }

  private void check(NewInbox request) {
    FieldProblems problems = new FieldProblems();
    if (request.username() != null) {
      rules.syntaxProblem(request.username()).ifPresent(text -> problems.add("username", text));
    }
    if (request.domain() != null
        && !context.settings().isOurs(request.domain().toLowerCase(Locale.ROOT))) {
      problems.add("domain", "is not a mail domain of this service");
    }
    checkDisplayName(problems, request.displayName());
    problems.maxLength("client_id", request.clientId(), Inbox.MAX_CLIENT_ID_CHARACTERS);
    if (request.clientId() != null && request.clientId().isEmpty()) {
      problems.add("client_id", "must not be empty");
    }
    if (request.metadata() != null) {
      Metadata.check(problems, "metadata", request.metadata());
    }
    problems.refuseIfAny();
    requireClean(request.displayName());
  }

  private static void checkDisplayName(FieldProblems problems, @Nullable String name) {
    problems.maxLength("display_name", name, Inbox.MAX_DISPLAY_NAME_CHARACTERS);
  }

  /** The display name becomes part of each From field. */
  private static void requireClean(@Nullable String displayName) {
    if (displayName != null && !HeaderText.isClean(displayName)) {
      throw MailboxException.of(
          ErrorCode.INVALID_HEADER, "display_name contains a control character");
    }
  }

  private Inbox createIn(
      StoreTransaction tx, Caller caller, NewInbox request, IdempotentRequest<Inbox> idempotency) {
    Instant now = context.now();
    Scope scope = caller.scope();
    if (scope.type() == ScopeType.INBOX) {
      requireVisible(scope, request.podId());
      throw MailboxException.of(
          ErrorCode.MISSING_PERMISSION, "a key scoped to an inbox cannot create inboxes");
    }
    Pod pod = pod(tx, scope, request.podId());
    Access.require(caller, Permission.INBOX_CREATE);
    idempotency.claim(tx, now);
    if (request.clientId() != null) {
      // Of two concurrent requests the second finds the inbox of the first.
      var unused = tx.organizations().lock(scope.organizationId());
      Optional<Inbox> existing =
          tx.inboxes().findByClientId(scope.organizationId(), request.clientId());
      if (existing.isPresent()) {
        return idempotency.finish(tx, inScope(scope, existing.get()));
      }
    }
    Inbox inbox = insert(tx, scope, pod, request, true, now);
    tx.publish(EventBuilder.of(context, EventType.INBOX_CREATED, now, inbox).build());
    return idempotency.finish(tx, inbox);
  }

  private static void requireVisible(Scope scope, @Nullable String podId) {
    if (podId != null && scope.narrowToPod(podId).isEmpty()) {
      throw MailboxException.notFound("pod");
    }
  }

  private static Inbox inScope(Scope scope, Inbox inbox) {
    if (!scope.contains(inbox.organizationId(), inbox.podId(), inbox.address())) {
      throw MailboxException.conflict("client_id", "this client_id is in use in another pod");
    }
    return inbox;
  }

  private static Pod pod(StoreTransaction tx, Scope scope, @Nullable String requested) {
    Optional<String> podId = Optional.ofNullable(requested).or(scope::pod);
    return podId
        .map(id -> scope.narrowToPod(id).flatMap(narrowed -> tx.pods().find(narrowed, id)))
        .orElseGet(() -> tx.pods().findDefault(scope.organizationId()))
        .orElseThrow(() -> MailboxException.notFound("pod"));
  }

  /**
   * Creates the inbox of an agent that just signed up.
   *
   * @param username empty for a readable random name
   */
  public Inbox insertUnclaimed(
      StoreTransaction tx, Pod pod, Optional<String> username, Instant now) {
    NewInbox request = username.map(NewInbox::named).orElseGet(NewInbox::random);
    check(request);
    return insert(tx, Caller.Human.NOWHERE, pod, request, false, now);
  }

  private Inbox insert(
      StoreTransaction tx, Scope scope, Pod pod, NewInbox request, boolean claimed, Instant now) {
    Organization organization =
        tx.organizations()
            .find(pod.organizationId())
            .orElseThrow(() -> MailboxException.notFound("organization"));
    if (request.username() != null && rules.isReserved(request.username())) {
      throw unavailable("reserved", "this username is reserved or looks like a reserved one");
    }
    if (!tx.organizations().takeInbox(organization.id())) {
      throw MailboxException.of(
              ErrorCode.MISSING_PERMISSION,
              "the organization has reached the inbox limit of its plan")
          .fixedBy("Delete an inbox, or ask an operator of the platform for a larger plan.")
          .with("reason", "inbox_limit");
    }
    String domain =
        request.domain() == null
            ? organization.serviceDomain()
            : request.domain().toLowerCase(Locale.ROOT);
    if (request.username() != null) {
      Inbox inbox = inbox(pod, request.username() + "@" + domain, request, claimed, now);
      if (!tx.inboxes().insert(inbox)) {
        throw taken(tx, scope, inbox.address());
      }
      return inbox;
    }
    for (int i = 0; i < RANDOM_NAME_TRIES; i++) {
      Inbox inbox = inbox(pod, names.next() + "@" + domain, request, claimed, now);
      if (tx.inboxes().insert(inbox)) {
        return inbox;
      }
    }
    throw unavailable("taken", "no free username was found; choose one");
  }

  /** Names the existing inbox only if the caller can see it. */
  private static MailboxException taken(StoreTransaction tx, Scope scope, String address) {
    return tx.inboxes().find(scope, address).isPresent()
        ? unavailable("exists", "this inbox already exists").with("inbox_id", address)
        : unavailable("taken", "this username is taken");
  }

  private static Inbox inbox(
      Pod pod, String address, NewInbox request, boolean claimed, Instant now) {
    return Inbox.made(
        Scope.inbox(pod.organizationId(), pod.id(), address),
        new Inbox.Profile(
            request.displayName(),
            request.clientId(),
            request.metadata() == null ? Map.of() : request.metadata()),
        claimed,
        now);
  }

  private static MailboxException unavailable(String reason, String text) {
    return MailboxException.of(ErrorCode.ADDRESS_UNAVAILABLE, text).with("reason", reason);
  }

  public Inbox get(Caller caller, String inboxId) {
    return context.read(tx -> Access.inbox(tx, caller, inboxId, Permission.INBOX_READ));
  }

  /** Requires that the inbox is in this pod and in the caller's scope. */
  public void requireInPod(Caller caller, String podId, String inboxId) {
    context.read(
        tx ->
            caller
                .scope()
                .narrowToPod(podId)
                .flatMap(scope -> tx.inboxes().find(scope, Inbox.normal(inboxId)))
                .orElseThrow(() -> MailboxException.notFound("inbox")));
  }

  /**
   * Inboxes in scope, by creation.
   *
   * @param podId null for all pods in scope
   * @param query null for all; else text that address, display name or client id must contain
   */
  public Page<Inbox> list(
      Caller caller, @Nullable String podId, @Nullable String query, PageRequest page) {
    return context.read(
        tx -> {
          Scope scope =
              podId == null ? caller.scope() : Access.pod(tx, caller, podId, Permission.INBOX_READ);
          Access.require(caller, Permission.INBOX_READ);
          String text = query == null ? null : query.toLowerCase(Locale.ROOT);
          return Page.cut(
              tx.inboxes().list(scope, text, page),
              page.limit(),
              inbox -> new PagePosition(inbox.createdAt(), inbox.address()));
        });
  }

  /** Changes display name and metadata. */
  public Inbox update(Caller caller, String inboxId, InboxChanges changes) {
    FieldProblems problems = new FieldProblems();
    if (!changes.displayName().present() && !changes.metadata().present()) {
      problems.add("body", "must contain display_name or metadata");
    }
    checkDisplayName(problems, changes.displayName().value());
    if (changes.metadata().present()) {
      Map<String, Object> metadata = changes.metadata().value();
      if (metadata == null) {
        problems.add("metadata", "must be an object");
      } else {
        Metadata.check(problems, "metadata", metadata);
      }
    }
    problems.refuseIfAny();
    requireClean(changes.displayName().value());
    return context.write(
        tx -> {
          Inbox old = Access.lockedInbox(tx, caller, inboxId, Permission.INBOX_UPDATE);
          Map<String, Object> metadata = changes.metadata().or(old.metadata());
          Inbox changed =
              new Inbox(
                  old.scope(),
                  new Inbox.Profile(
                      changes.displayName().or(old.displayName()),
                      old.clientId(),
                      metadata == null ? Map.of() : metadata),
                  old.status(),
                  old.claimed(),
                  old.policy(),
                  old.storedBytes(),
                  old.createdAt(),
                  context.now());
          tx.inboxes().update(changed);
          return changed;
        });
  }

  /**
   * Deletes the inbox: it stops receiving immediately, its content is deleted, its address is
   * retired, and keys scoped to it are revoked. Publishes {@code inbox.deleted}.
   */
  public void delete(Caller caller, String inboxId) {
    removal.remove(caller, inboxId);
  }
}
