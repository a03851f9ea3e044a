package dev.agentmailbox.service.account;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.account.SignUpMode;
import dev.agentmailbox.account.SignUpStatus;
import dev.agentmailbox.audit.AuditAction;
import dev.agentmailbox.audit.AuditRecord;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.service.request.Access;
import org.jspecify.annotations.Nullable;

/** Who may sign up: the configured mode, until an operator changes it. Thread safe. */
public final class SignUpModes {
  private static final String MODE = "sign_up_mode";
  private static final String WAITLIST = "waitlist";
  private static final String CLOSED = "closed";

  private final MailboxContext context;
  private final SignUpMode usual;

  public SignUpModes(MailboxContext context, SignUpSettings settings) {
    this.context = context;
    this.usual = settings.mode();
  }

  /** The current mode. */
  public SignUpStatus status() {
    return context.read(this::status);
  }

  public SignUpStatus status(StoreTransaction tx) {
    return new SignUpStatus(
        tx.settings().get(MODE).flatMap(SignUpMode::named).orElse(usual),
        !tx.settings().get(WAITLIST).filter(CLOSED::equals).isPresent());
  }

  /**
   * Changes the mode; operators only.
   *
   * @param mode null for no change
   * @param waitlistOpen null for no change
   * @throws MailboxException {@code human_required}, {@code missing_permission}, {@code
   *     step_up_required}, {@code validation_error}
   */
  public SignUpStatus update(
      Caller caller, @Nullable SignUpMode mode, @Nullable Boolean waitlistOpen) {
    Access.requireVerifiedOperator(caller);
    if (mode == null && waitlistOpen == null) {
      throw MailboxException.validation("body", "must contain at least one field to change");
    }
    return context.write(
        tx -> {
          if (mode != null) {
            tx.settings().put(MODE, mode.wireName());
          }
          if (waitlistOpen != null) {
            tx.settings().put(WAITLIST, waitlistOpen ? "open" : CLOSED);
          }
          SignUpStatus changed = status(tx);
          tx.audit(
              AuditRecord.by(caller, context.now(), AuditAction.SIGN_UP_CHANGED)
                  .with("mode", changed.mode().wireName())
                  .with("waitlist_open", String.valueOf(changed.waitlistOpen())));
          return changed;
        });
  }
}
