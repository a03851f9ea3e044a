package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.service.sending.outcome.RecipientChange.AddressVerdict;
import dev.agentmailbox.service.sending.outcome.Report.Action;
import dev.agentmailbox.service.sending.outcome.Report.Entry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The machine-readable part of a delivery status notification (RFC 3464, RFC 6533). */
final class DeliveryStatus {
  private static final int MAX_TYPE_CHARACTERS = 30;

  private DeliveryStatus() {}

  /**
   * The recipients in the part.
   *
   * @param prose looks up the report's text about an address when the part gives no reason
   */
  static List<Entry> entries(String part, Function<String, String> prose) {
    List<Entry> entries = new ArrayList<>();
    for (HeaderBlock block : HeaderBlock.all(part)) {
      entry(block, prose).ifPresent(entries::add);
    }
    return entries;
  }

  private static Optional<Entry> entry(HeaderBlock block, Function<String, String> prose) {
    Set<String> addresses = new LinkedHashSet<>();
    for (String field : List.of("original-recipient", "final-recipient", "x-actual-recipient")) {
      String address = Addresses.typed(block.first(field));
      if (!address.isEmpty()) {
        addresses.add(address);
        addresses.add(Addresses.withoutXtext(address));
      }
    }
    String status = StatusCodes.field(block.first("status"));
    String reason = reason(block.first("diagnostic-code"));
    Optional<Action> action = action(block.first("action"), status);
    if (addresses.isEmpty() || action.isEmpty()) {
      return Optional.empty();
    }
    if (action.get() != Action.FAILED) {
      return Optional.of(
          new Entry(List.copyOf(addresses), action.get(), status, AddressVerdict.NONE, null));
    }
    BounceClassifier judged = BounceClassifier.of(status, reason, "");
    if (reason.isEmpty() || StatusCodes.isUnspecific(judged.status())) {
      String words = addresses.stream().map(prose).filter(w -> !w.isBlank()).findFirst().orElse("");
      judged = BounceClassifier.of(status, reason, words);
    }
    return Optional.of(
        new Entry(
            List.copyOf(addresses),
            Action.FAILED,
            judged.status(),
            judged.address(),
            judged.reply()));
  }

  /** Removes the type prefix: {@code smtp; 550 5.1.1 …}. */
  private static String reason(String field) {
    int end = field.indexOf(';');
    boolean typed =
        end >= 0 && end <= MAX_TYPE_CHARACTERS && field.substring(0, end).indexOf(' ') < 0;
    return (typed ? field.substring(end + 1) : field).strip();
  }

  private static Optional<Action> action(String field, String status) {
    String word = field.strip().toLowerCase(Locale.ROOT);
    if (word.startsWith("delay")) {
      return Optional.of(Action.DELAYED);
    }
    if (word.startsWith("relay")) {
      return Optional.of(Action.RELAYED);
    }
    if (word.startsWith("expand")) {
      return Optional.of(Action.EXPANDED);
    }
    if (word.startsWith("deliver")) {
      return Optional.of(Action.DELIVERED);
    }
    boolean failed = word.startsWith("fail") || status.startsWith("5") || status.startsWith("4");
    return failed ? Optional.of(Action.FAILED) : Optional.empty();
  }
}
