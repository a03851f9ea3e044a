package dev.agentmailbox.http.table;

import static dev.agentmailbox.error.ErrorCode.*;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.shape.Field;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** Derives the error codes of an operation from its row. */
final class OperationErrors {
  private static final Set<String> OBJECT_FIELDS =
      Set.of("organization_id", "pod_id", "pod_ids", "inbox_id", "inbox_ids");

  private final Operation row;
  private final Set<ErrorCode> codes = EnumSet.of(INVALID_REQUEST, INTERNAL_ERROR);

  private OperationErrors(Operation row) {
    this.row = row;
  }

  /** The codes of any request for such a row, with those declared for the row itself. */
  static Set<ErrorCode> of(Operation row, Set<ErrorCode> declared) {
    OperationErrors errors = new OperationErrors(row);
    errors.ofServer();
    if (!row.access().isPublic()) {
      errors.ofCaller();
    }
    // A refused request is not read.
    row.refusal().ifPresentOrElse(refusal -> errors.codes.add(refusal.code()), errors::ofRequest);
    errors.codes.addAll(declared);
    return errors.codes;
  }

  private void add(boolean applies, ErrorCode... more) {
    if (applies) {
      codes.addAll(Set.of(more));
    }
  }

  private void ofServer() {
    add(row.access() != AccessRule.FILE, RATE_LIMITED);
    add(!row.access().isPublic() || !row.is(Trait.ANSWERED_AT_ONCE), UPSTREAM_UNAVAILABLE);
  }

  private void ofCaller() {
    codes.add(UNAUTHORIZED);
    codes.add(DAILY_LIMIT_EXCEEDED);
    add(row.method() != HttpMethod.GET, ORIGIN_MISMATCH);
    add(!row.is(Trait.OPEN_BEFORE_CLAIM), CLAIM_REQUIRED);
    add(row.access() == AccessRule.HUMAN, HUMAN_REQUIRED);
    if (!row.is(Trait.OPEN_TO_EVERY_HUMAN)) {
      add(row.refusal().isEmpty(), MISSING_PERMISSION);
      add(row.access() != AccessRule.KEY, ACCOUNT_INACTIVE);
    }
  }

  private void ofRequest() {
    boolean changes = row.method() != HttpMethod.GET;
    codes.add(VALIDATION_ERROR);
    add(changes && row.is(Trait.OF_CONSOLE), ORIGIN_MISMATCH);
    add(
        changes
            && row.access() == AccessRule.HUMAN
            && !row.is(Trait.OPEN_TO_EVERY_HUMAN)
            && !row.is(Trait.WITHOUT_STEP_UP),
        STEP_UP_REQUIRED);
    add(namesObject(), NOT_FOUND);
    add(row.hasBody(), PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE);
    add(row.acceptsIdempotencyKey(), CONFLICT, IDEMPOTENCY_CONFLICT);
  }

  /** Whether a value of the request names an object, which may not exist. */
  private boolean namesObject() {
    return !row.path().placeholders().isEmpty()
        || Stream.concat(row.parameters().stream(), row.body().fields().stream())
            .map(Field::name)
            .anyMatch(OBJECT_FIELDS::contains);
  }
}
