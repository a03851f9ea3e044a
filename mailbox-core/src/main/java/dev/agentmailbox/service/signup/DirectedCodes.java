package dev.agentmailbox.service.signup;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.access.Codes;
import dev.agentmailbox.service.access.ShareableCodes;
import dev.agentmailbox.service.account.SignUpSettings;
import dev.agentmailbox.service.request.Access;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Single-use codes an owner hands to an agent, which signs up with it. Thread safe. */
public final class DirectedCodes {
  /** Lifetime of a code. */
  public static final Duration LIFETIME = Duration.ofHours(24);

  /** Longest note, in code points. */
  public static final int MAX_NOTE_CHARACTERS = 280;

  private static final int TRIES = 5;

  private final MailboxContext context;
  private final IdempotencyRunner runner;
  private final Codes codes;
  private final ShareableCodes shareableCodes;

  public DirectedCodes(
      MailboxContext context, IdempotencyRunner runner, Codes codes, SignUpSettings settings) {
    this.context = context;
    this.runner = runner;
    this.codes = codes;
    this.shareableCodes = new ShareableCodes(settings.codePrefix());
  }

  /**
   * A new code.
   *
   * @param text to be shown once
   */
  public record Created(DirectedCode code, String text) {
    /** Omits the code itself. */
    @Override
    public String toString() {
      return "Created[" + code + "]";
    }
  }

  /**
   * Creates a code.
   *
   * @param podId pod of the inbox; null for the default pod
   * @throws MailboxException {@code human_required}, {@code missing_permission}, {@code
   *     step_up_required}, {@code validation_error}, {@code not_found} (pod)
   */
  public Created create(
      Caller caller,
      @Nullable String podId,
      @Nullable String note,
      IdempotentRequest<Created> idempotency) {
    Access.requireVerifiedOwner(caller);
    FieldProblems problems = new FieldProblems();
    problems.maxLength("note", note, MAX_NOTE_CHARACTERS);
    problems.refuseIfAny();
    return runner.write(
        idempotency,
        tx -> {
          Instant now = context.now();
          Pod pod = pod(tx, caller.scope(), podId);
          idempotency.claim(tx, now);
          return idempotency.finish(tx, insert(tx, caller, pod, note, now));
        });
  }

  private static Pod pod(StoreTransaction tx, Scope scope, @Nullable String podId) {
    Optional<Pod> pod =
        podId == null
            ? tx.pods().findDefault(scope.organizationId())
            : tx.pods().find(scope, podId);
    return pod.orElseThrow(() -> MailboxException.notFound("pod"));
  }

  private Created insert(
      StoreTransaction tx, Caller caller, Pod pod, @Nullable String note, Instant now) {
    for (int i = 0; i < TRIES; i++) {
      String text = shareableCodes.generate();
      DirectedCode code =
          new DirectedCode(
              context.ids().next(IdPrefix.DIRECTED_CODE),
              Scope.pod(pod.organizationId(), pod.id()),
              hash(text),
              shareableCodes.firstGroup(text),
              caller.id(),
              note,
              DirectedCode.Life.open(now, now.plus(LIFETIME)));
      if (tx.directedCodes().insert(code)) {
        tx.audit(record(caller, now, AuditAction.CODE_CREATED, code));
        return new Created(code, text);
      }
    }
    throw new IllegalStateException("no code is free: the source of randomness is broken");
  }

  /** Codes of the organization, including used and expired ones, by creation. */
  public Page<DirectedCode> list(Caller caller, PageRequest page) {
    Access.requireOwner(caller);
    return context.read(tx -> tx.directedCodes().list(caller.scope().organizationId(), page));
  }

  /** Revokes a code unless it was used or revoked before. */
  public void revoke(Caller caller, String codeId) {
    Access.requireVerifiedOwner(caller);
    String organization = caller.scope().organizationId();
    context.write(
        tx -> {
          DirectedCode code =
              tx.directedCodes()
                  .find(organization, codeId)
                  .orElseThrow(() -> MailboxException.notFound("code"));
          tx.directedCodes().revoke(organization, codeId, context.now());
          tx.audit(record(caller, context.now(), AuditAction.CODE_REVOKED, code));
          return code;
        });
  }

  private static AuditRecord record(
      Caller caller, Instant now, AuditAction action, DirectedCode code) {
    return AuditRecord.by(caller, now, action).at(code.pod()).with("code_id", code.id());
  }

  /** Finds the code if it can be used now. */
  Optional<DirectedCode> usable(StoreTransaction tx, String typed, Instant now) {
    return shareableCodes
        .read(typed)
        .flatMap(text -> tx.directedCodes().findByHash(hash(text)))
        .filter(code -> code.status(now) == CodeStatus.ACTIVE);
  }

  private String hash(String text) {
    return codes.name("directed-code", text);
  }
}
