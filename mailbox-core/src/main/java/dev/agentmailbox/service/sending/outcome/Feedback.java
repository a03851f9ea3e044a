package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import dev.agentmailbox.service.sending.outcome.Report.Action;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The machine-readable part of an abuse report (ARF, RFC 5965). */
final class Feedback {
  /** Feedback types that express a complaint by the recipient. */
  private static final Set<String> COMPLAINTS = Set.of("abuse", "fraud", "virus");

  private final HeaderBlock fields;

  private Feedback(HeaderBlock fields) {
    this.fields = fields;
  }

  static Feedback of(String part) {
    return new Feedback(HeaderBlock.header(part));
  }

  boolean isComplaint() {
    return COMPLAINTS.contains(fields.first("feedback-type").strip().toLowerCase(Locale.ROOT));
  }

  /** One entry per recipient named, or one without a name. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (String field : fields.every("original-rcpt-to")) {
      String address = Addresses.typed(field);
      if (!address.isEmpty() && !isRedacted(address)) {
        entries.add(complained(List.of(address)));
      }
    }
    return entries.isEmpty() ? List.of(complained(List.of())) : entries;
  }

  String returnPath() {
    return Addresses.typed(fields.first("original-mail-from"));
  }

  private static Entry complained(List<String> addresses) {
    return new Entry(addresses, Action.COMPLAINED, "", AddressVerdict.NONE, null);
  }

  /** Many reporters redact the complaining address. */
  private static boolean isRedacted(String address) {
    String local = address.substring(0, address.indexOf('@'));
    return local.contains("redact")
        || local.contains("hashed")
        || local.contains("undisclosed")
        || local.contains("*")
        || local.contains("xxx")
        || local.matches("[0-9a-f]{16,64}");
  }
}
