package dev.agentmailbox.account;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Policy of one level: organization, pod or inbox. A null field is inherited from the next wider
 * level, ultimately from {@link #DEFAULT}.
 *
 * @param approvalFlags risk flags that require human approval
 * @param allowBcc whether sends may have Bcc recipients
 * @param hold reasons for which inbound mail is held for human review
 * @param autoSubmitted whether outbound mail carries Auto-Submitted (RFC 3834)
 * @param duplicateWindowSeconds how long an identical message is refused; 0 disables it
 * @param approvalNotices how approvers are notified; inherited as a whole
 * @param retentionDays days after which mail is removed; 0 keeps it until it is deleted
 * @param legalHold whether mail is kept whatever its age, and nobody deletes it for good; a level
 *     cannot end the legal hold of a wider one
 */
public record Policy(
    @Nullable Set<String> approvalFlags,
    @Nullable Boolean allowBcc,
    @Nullable Set<String> hold,
    @Nullable Boolean autoSubmitted,
    @Nullable Integer duplicateWindowSeconds,
    @Nullable NoticePolicy approvalNotices,
    @Nullable Integer retentionDays,
    @Nullable Boolean legalHold) {
  /** Inherits everything. */
  public static final Policy INHERIT = new Policy(null, null, null, null, null, null, null, null);

  /** Values allowed in {@code approvalFlags}. */
  public static final List<String> APPROVAL_FLAGS =
      List.of(
          "first_contact",
          "recipient_from_mail",
          "link_from_mail",
          "has_links",
          "has_attachments",
          "many_recipients",
          "html_unfaithful");

  /** Values allowed in {@code hold}. */
  public static final List<String> HOLD_REASONS =
      List.of("unauthenticated", "injection_suspected", "executable_attachment", "unknown_sender");

  /** Hold reason for mail that could not be parsed or screened. */
  public static final String UNREADABLE = "unreadable";

  /** Hold reason for HTML over a limit of the parser. */
  public static final String UNREADABLE_HTML = "unreadable_html";

  /** Hold reasons that no policy switches off. */
  public static final List<String> ALWAYS_HELD = List.of(UNREADABLE, UNREADABLE_HTML);

  /** Longest retention, in days. */
  public static final int MAX_RETENTION_DAYS = 36_500;

  /** Longest duplicate window: 30 days, in seconds. */
  public static final int MAX_DUPLICATE_WINDOW_SECONDS = 30 * 24 * 3_600;

  /** Applies where no level sets a field. */
  public static final Policy DEFAULT =
      new Policy(
          Set.of(),
          false,
          Set.of("injection_suspected", "executable_attachment"),
          true,
          3_600,
          NoticePolicy.DEFAULT,
          0,
          false);

  public Policy {
    approvalFlags = approvalFlags == null ? null : Set.copyOf(approvalFlags);
    hold = hold == null ? null : Set.copyOf(hold);
  }

  /** A policy that inherits what is said about keeping mail. */
  public Policy(
      @Nullable Set<String> approvalFlags,
      @Nullable Boolean allowBcc,
      @Nullable Set<String> hold,
      @Nullable Boolean autoSubmitted,
      @Nullable Integer duplicateWindowSeconds,
      @Nullable NoticePolicy approvalNotices) {
    this(
        approvalFlags,
        allowBcc,
        hold,
        autoSubmitted,
        duplicateWindowSeconds,
        approvalNotices,
        null,
        null);
  }

  /** Overlays this level on a wider one, field by field. */
  public Policy over(Policy wider) {
    return new Policy(
        approvalFlags != null ? approvalFlags : wider.approvalFlags,
        allowBcc != null ? allowBcc : wider.allowBcc,
        hold != null ? hold : wider.hold,
        autoSubmitted != null ? autoSubmitted : wider.autoSubmitted,
        duplicateWindowSeconds != null ? duplicateWindowSeconds : wider.duplicateWindowSeconds,
        approvalNotices != null ? approvalNotices : wider.approvalNotices,
        retentionDays != null ? retentionDays : wider.retentionDays,
        (legalHold == null || Boolean.TRUE.equals(wider.legalHold)) ? wider.legalHold : legalHold);
  }
}
