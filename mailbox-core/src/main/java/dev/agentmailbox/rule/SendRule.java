package dev.agentmailbox.rule;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule by which mail leaves without the approval that the policy asks for. It covers a mail only
 * if all its recipients are those of the rule and every flag that asks is one that it lets pass.
 *
 * @param id {@code rul_…}
 * @param scope the organization, pod or inbox whose mail it is about
 * @param domain of all recipients, in lower case; null for {@link Kind#REPLY}
 * @param flags risk flags that it lets pass, some of {@link #FLAGS}
 * @param createdBy id of the human who made it
 */
public record SendRule(
    String id,
    Scope scope,
    Kind kind,
    @Nullable String domain,
    List<String> flags,
    String createdBy,
    Instant createdAt) {
  /**
   * Flags that a rule can let pass. Mail to many recipients, and HTML that cannot be shown as its
   * recipients see it, always need a human.
   */
  public static final List<String> FLAGS = List.of("first_contact", "has_links", "has_attachments");

  public SendRule {
    flags = List.copyOf(flags);
  }

  /** Whose mail a rule is about. */
  public enum Kind {
    /** All recipients have an address in the domain. */
    DOMAIN,
    /** All recipients have written to the thread that the mail answers. */
    REPLY;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether the rule is about mail of this inbox. */
  public boolean appliesTo(Scope inbox) {
    return scope.contains(inbox);
  }

  /** Whether it lets pass each of these flags. */
  public boolean letsPass(Set<String> asking) {
    return flags.containsAll(asking);
  }

  /**
   * Whether it covers mail to these recipients.
   *
   * @param recipients addresses in lower case
   * @param writers lower-case addresses that have written to the thread
   */
  public boolean covers(Set<String> recipients, Set<String> writers) {
    return switch (kind) {
      case REPLY -> writers.containsAll(recipients);
      case DOMAIN -> recipients.stream().allMatch(address -> address.endsWith("@" + domain));
    };
  }
}
