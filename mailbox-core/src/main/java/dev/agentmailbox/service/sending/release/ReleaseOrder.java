package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.rule.SendRule;
import dev.agentmailbox.sending.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Evaluates the checks in the order of "Checks run in this order" (specification). Pure. */
final class ReleaseOrder {
  /** Retry delay while sending is paused platform-wide. */
  private static final Duration PAUSE_RETRY = Duration.ofMinutes(1);

  // spec SendRequest.1
  static final List<ReleaseCheck> CHECKS =
      List.of(
          new ReleaseCheck(1, "request", ReleaseOrder::request),
          // Scope and permission are checked before facts are read.
          new ReleaseCheck(2, "access", facts -> Finding.PASSED),
          new ReleaseCheck(3, "organization", ReleaseOrder::organization),
          new ReleaseCheck(4, "idempotency", ReleaseOrder::idempotency),
          new ReleaseCheck(5, "headers", ReleaseOrder::headers),
          new ReleaseCheck(6, "size", ReleaseOrder::size),
          new ReleaseCheck(7, "locks", ReleaseOrder::locks),
          new ReleaseCheck(8, "content", ReleaseOrder::content),
          new ReleaseCheck(9, "duplicate", ReleaseOrder::duplicate),
          new ReleaseCheck(10, "daily_limit", ReleaseOrder::dailyLimit),
          new ReleaseCheck(11, "platform", ReleaseOrder::platform),
          new ReleaseCheck(12, "approval", ReleaseOrder::approval));

  /** Checks before every attempt. */
  private static final Set<Integer> BEFORE_ATTEMPT = Set.of(3, 7, 8, 11);

  private static final int DAILY_LIMIT = 10;
  private static final int APPROVAL = 12;

  private ReleaseOrder() {}

  /** Decides on a new request: the first check that fails. */
  static Verdict decide(SendFacts facts) {
    Finding last = Finding.PASSED;
    for (ReleaseCheck check : CHECKS) {
      Finding finding = check.find(facts);
      if (finding.refusal() != null) {
        return new Verdict.Refused(finding.refusal());
      }
      if (finding.asksApproval()) {
        return new Verdict.NeedsApproval(finding.flags());
      }
      last = finding;
    }
    return new Verdict.Released(last.flags(), last.rule());
  }

  /**
   * Decides on an accepted send before an attempt.
   *
   * @param first whether it was scheduled and has not been due before
   * @param approved whether a human has approved these bytes
   */
  static Verdict decideAgain(SendFacts facts, boolean first, boolean approved) {
    for (ReleaseCheck check : CHECKS) {
      boolean applies =
          switch (check.number()) {
            case DAILY_LIMIT -> first;
            // Without rules there is nothing to look up.
            case APPROVAL -> !approved && !facts.sender().policy().approvalFlags().isEmpty();
            default -> BEFORE_ATTEMPT.contains(check.number());
          };
      Finding finding = applies ? check.find(facts) : Finding.PASSED;
      if (finding.waitReason() != null) {
        return new Verdict.Waits(finding.waitReason());
      }
      if (finding.refusal() != null) {
        return new Verdict.Blocked(finding.reasons());
      }
      if (finding.asksApproval()) {
        return new Verdict.NeedsApproval(finding.flags());
      }
    }
    return new Verdict.Released(List.of(), null);
  }

  /**
   * Why a mail that a human changed and approves is refused; empty when it is not. What only makes
   * it wait is left to {@link #decideAgain}.
   */
  static Optional<MailboxException> refusalOfEdit(SendFacts facts) {
    return CHECKS.stream()
        .filter(check -> check.number() != APPROVAL)
        .map(check -> check.find(facts))
        .filter(finding -> finding.refusal() != null && finding.waitReason() == null)
        .map(Finding::refusal)
        .findFirst();
  }

  /** Evaluates every check independently. */
  static List<CheckReport> survey(SendFacts facts) {
    List<CheckReport> reports = new ArrayList<>();
    for (ReleaseCheck check : CHECKS) {
      Finding finding = check.find(facts);
      MailboxException refusal = finding.refusal();
      reports.add(
          new CheckReport(
              check.number(),
              check.name(),
              finding.passed(),
              refusal == null ? null : refusal.code(),
              finding.reasons(),
              finding.flags(),
              check.number() == APPROVAL ? facts.known().dictated().get() : List.of()));
    }
    return reports;
  }

  // spec Sending.1
  private static Finding request(SendFacts facts) {
    return facts.request().evidence().problems().isEmpty()
        ? Finding.PASSED
        : Finding.refused(MailboxException.validation(facts.request().evidence().problems()));
  }

  // spec Sending.3
  private static Finding organization(SendFacts facts) {
    return facts
        .sender()
        .organization()
        .suspension()
        .map(
            reason ->
                Finding.waits(
                    WaitReason.ORG_SUSPENDED,
                    MailboxException.of(
                            ErrorCode.ACCOUNT_SUSPENDED, "sending is paused for the organization")
                        .with("reason", reason)))
        .orElse(Finding.PASSED);
  }

  // spec Sending.4
  private static Finding idempotency(SendFacts facts) {
    return facts.repeats().keyUsedOtherwise()
        ? Finding.refused(
            ErrorCode.IDEMPOTENCY_CONFLICT,
            "this Idempotency-Key was already used with a different request body")
        : Finding.PASSED;
  }

  // spec Sending.5
  private static Finding headers(SendFacts facts) {
    List<String> unclean = facts.request().evidence().uncleanFields();
    return unclean.isEmpty()
        ? Finding.PASSED
        : Finding.refused(
            ErrorCode.INVALID_HEADER, String.join(", ", unclean) + " contains a control character");
  }

  // spec Sending.6, SendRequest.10
  private static Finding size(SendFacts facts) {
    boolean hasTooMany = facts.request().evidence().attachments() > SendRequest.MAX_ATTACHMENTS;
    long bytes = facts.request().mail().size();
    if (!hasTooMany && bytes <= SendRequest.MAX_BYTES) {
      return Finding.PASSED;
    }
    String text =
        hasTooMany
            ? "a message can have at most " + SendRequest.MAX_ATTACHMENTS + " attachments"
            : "a message can have at most " + SendRequest.MAX_BYTES + " bytes including encoding";
    return Finding.refused(
        MailboxException.of(ErrorCode.MESSAGE_TOO_LARGE, text)
            .with("limit_bytes", SendRequest.MAX_BYTES)
            .with("estimated_bytes", bytes));
  }

  // spec Sending.7
  private static Finding locks(SendFacts facts) {
    if (facts.thread().locked()) {
      return locked(WaitReason.THREAD_LOCKED, "a human has taken over this thread");
    }
    if (!facts.sender().inbox().claimed()) {
      return Finding.refused(
          MailboxException.of(ErrorCode.THREAD_LOCKED, "no human has claimed this inbox yet")
              .with("reason", "inbox_unclaimed"));
    }
    if (facts.sender().inbox().status() == InboxStatus.PAUSED) {
      return locked(WaitReason.INBOX_PAUSED, "a human has paused this inbox");
    }
    return Finding.PASSED;
  }

  private static Finding locked(WaitReason reason, String text) {
    return Finding.waits(
        reason,
        MailboxException.of(ErrorCode.THREAD_LOCKED, text).with("reason", reason.wireName()));
  }

  // spec Sending.8, SendRequest.11
  private static Finding content(SendFacts facts) {
    List<String> reasons = ContentChecks.reasons(facts);
    return reasons.isEmpty() ? Finding.PASSED : Finding.blocked(reasons, RiskFlags.of(facts));
  }

  // spec Sending.9
  private static Finding duplicate(SendFacts facts) {
    return facts.repeats().identicalSent()
        ? Finding.refused(
            ErrorCode.DUPLICATE_SEND, "an identical message was sent a short time ago")
        : Finding.PASSED;
  }

  // spec Sending.10
  private static Finding dailyLimit(SendFacts facts) {
    int limit = facts.sender().organization().plan().dailyRecipients();
    return facts.daily().taken() + facts.daily().toTake() <= limit
        ? Finding.PASSED
        : Finding.waits(WaitReason.DAILY_LIMIT, limitExceeded(facts.now()));
  }

  /** The error of check 10; a retry can succeed on the next UTC day. */
  static MailboxException limitExceeded(Instant now) {
    Instant midnight =
        now.atZone(ZoneOffset.UTC)
            .toLocalDate()
            .plusDays(1)
            .atStartOfDay(ZoneOffset.UTC)
            .toInstant();
    return MailboxException.of(
            ErrorCode.DAILY_LIMIT_EXCEEDED,
            "the organization has reached its daily limit of recipients")
        .retryAfter(Duration.between(now, midnight));
  }

  // spec Sending.11
  private static Finding platform(SendFacts facts) {
    return facts.sender().platformPaused()
        ? Finding.waits(
            WaitReason.SENDING_PAUSED,
            MailboxException.of(ErrorCode.SENDING_PAUSED, "sending is paused platform-wide")
                .retryAfter(PAUSE_RETRY))
        : Finding.PASSED;
  }

  // spec Sending.12
  private static Finding approval(SendFacts facts) {
    List<String> flags = RiskFlags.of(facts);
    Set<String> asking = RiskFlags.asking(flags, facts.sender().policy().approvalFlags());
    if (asking.isEmpty()) {
      return Finding.flagged(flags, false);
    }
    return facts.known().rules().get().stream()
        .filter(rule -> rule.letsPass(asking))
        .filter(rule -> rule.covers(facts.request().addresses(), writers(facts, rule)))
        .findFirst()
        .map(rule -> Finding.covered(flags, rule))
        .orElse(Finding.flagged(flags, true));
  }

  private static Set<String> writers(SendFacts facts, SendRule rule) {
    return rule.kind() == SendRule.Kind.REPLY ? facts.known().writers().get() : Set.of();
  }
}
