package dev.agentmailbox.server.config;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.SignUpMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Owner, first key, plan and sign-up mode. {@code toString} omits secrets.
 *
 * @param ownerEmail of the first owner
 * @param auditHeadsTo address to which the heads of audit trails are mailed daily
 * @param bootstrapKey the first key; empty to generate one
 * @param plan of each organization
 * @param stepUp validity of a step-up verification
 */
public record AccountConfig(
    String ownerEmail,
    Optional<String> auditHeadsTo,
    Optional<KeySecret> bootstrapKey,
    Plan plan,
    SignUpMode signUpMode,
    String invitePrefix,
    Duration stepUp) {
  private static final int MIN_SECRET_CHARACTERS = 32;
  private static final int DEFAULT_STEP_UP_SECONDS = 300;
  private static final int MAX_STEP_UP_SECONDS = 86_400;
  private static final Pattern PREFIX = Pattern.compile("[A-Z0-9]{2,8}");

  /**
   * Reads the settings.
   *
   * @param domains the service's own, in which the owner's address must not be
   */
  static AccountConfig read(SettingValues values, List<String> domains) {
    return new AccountConfig(
        outside(
            Setting.MAILBOX_OWNER_EMAIL,
            values.text(Setting.MAILBOX_OWNER_EMAIL, "owner@localhost"),
            domains),
        values
            .find(Setting.MAILBOX_AUDIT_HEADS_TO)
            .map(email -> outside(Setting.MAILBOX_AUDIT_HEADS_TO, email, domains)),
        bootstrapKey(values),
        plan(values),
        signUpMode(values),
        values.matching(
            Setting.MAILBOX_INVITE_PREFIX, "MBX", PREFIX, "2 to 8 capital letters or digits"),
        Duration.ofSeconds(
            values.number(
                Setting.MAILBOX_STEP_UP_SECONDS, DEFAULT_STEP_UP_SECONDS, 1, MAX_STEP_UP_SECONDS)));
  }

  private static Plan plan(SettingValues values) {
    Plan standard = Plan.DEFAULT;
    return new Plan(
        values.amount(Setting.MAILBOX_PLAN_INBOX_LIMIT, standard.inboxLimit()),
        values.amount(Setting.MAILBOX_PLAN_DAILY_RECIPIENTS, standard.dailyRecipients()),
        values.amount(Setting.MAILBOX_PLAN_API_CALLS_DAILY, standard.dailyApiCalls()));
  }

  private static String outside(Setting setting, String email, List<String> domains) {
    if (!Human.isEmail(email)) {
      throw SettingValues.bad(setting, "must be an e-mail address");
    }
    String domain = email.substring(email.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    if (domains.contains(domain)) {
      throw SettingValues.bad(
          setting, "must not be in a domain of MAILBOX_DOMAIN, whose mail agents can read");
    }
    return email;
  }

  private static Optional<KeySecret> bootstrapKey(SettingValues values) {
    return values
        .find(Setting.MAILBOX_BOOTSTRAP_API_KEY)
        .map(
            text ->
                KeySecret.parse(text)
                    .filter(key -> key.secretLength() >= MIN_SECRET_CHARACTERS)
                    .orElseThrow(
                        () ->
                            SettingValues.bad(
                                Setting.MAILBOX_BOOTSTRAP_API_KEY,
                                "must be sk_<prefix>_<secret> with at least 32 characters of"
                                    + " secret")));
  }

  private static SignUpMode signUpMode(SettingValues values) {
    return SignUpMode.named(values.text(Setting.MAILBOX_SIGNUP_MODE, "waitlist"))
        .orElseThrow(
            () ->
                SettingValues.bad(
                    Setting.MAILBOX_SIGNUP_MODE, "must be waitlist, invite_only or open"));
  }

  @Override
  public String toString() {
    return "AccountConfig[" + ownerEmail + "]";
  }
}
