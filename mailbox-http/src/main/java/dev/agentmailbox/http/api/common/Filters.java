package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.service.draft.DraftFilter;
import dev.agentmailbox.service.message.MessageFilter;
import dev.agentmailbox.service.message.ThreadFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The filters of message, thread and draft lists. */
public final class Filters {
  private static final Field<List<String>> LABELS =
      texts("labels", "Only items with all of these labels.");
  private static final Field<Instant> BEFORE =
      Field.query("before", Shapes.timestamp(), "Only items before this time.");
  private static final Field<Instant> AFTER =
      Field.query("after", Shapes.timestamp(), "Only items at or after this time.");
  private static final Field<Boolean> SPAM = include("spam");
  private static final Field<Boolean> BLOCKED = include("blocked");
  private static final Field<Boolean> TRASH = include("trash");
  private static final Field<Boolean> UNAUTHENTICATED =
      Field.query("include_unauthenticated", Shapes.flag(), "Accepted and ignored.");
  private static final Field<List<String>> FROM =
      texts("from", "Substrings that must all occur in the author, ignoring case.");
  private static final Field<List<String>> TO =
      texts("to", "Substrings that must all occur in the recipients, ignoring case.");
  private static final Field<List<String>> SUBJECT =
      texts("subject", "Substrings that must all occur in the subject, ignoring case.");
  private static final Field<List<String>> SENDERS =
      texts("senders", "Substrings that must all occur in the senders, ignoring case.");
  private static final Field<List<String>> RECIPIENTS =
      texts("recipients", "Substrings that must all occur in the recipients, ignoring case.");
  public static final Field<String> QUERY =
      Field.query(
              "q",
              Shapes.text(1, 500),
              "Search terms; each must be a prefix of a word in correspondents, subject or text.")
          .required();

  /** Parameters of draft lists. */
  public static final List<Field<?>> DRAFTS = List.of(LABELS, BEFORE, AFTER);

  private static final List<Field<?>> COMMON =
      List.of(LABELS, BEFORE, AFTER, SPAM, BLOCKED, TRASH, UNAUTHENTICATED);

  /** Parameters of message lists. */
  public static final List<Field<?>> MESSAGES = with(COMMON, FROM, TO, SUBJECT);

  /** Parameters of thread lists. */
  public static final List<Field<?>> THREADS = with(COMMON, SENDERS, RECIPIENTS, SUBJECT);

  /** Parameters of searches. */
  public static final List<Field<?>> SEARCH = with(COMMON, QUERY);

  private Filters() {}

  private static Field<List<String>> texts(String name, String description) {
    return Field.query(name, Shapes.list(Shapes.text(1, 255), 0, 20), description);
  }

  private static Field<Boolean> include(String label) {
    return Field.query(
            "include_" + label,
            Shapes.flag(),
            "Show " + label + " too; needs label_" + label + "_read.")
        .orElse(false);
  }

  private static List<Field<?>> with(List<Field<?>> fields, Field<?>... more) {
    List<Field<?>> all = new ArrayList<>(fields);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  public static MessageFilter messages(Request call) {
    return new MessageFilter(
        list(call, LABELS),
        included(call),
        call.find(BEFORE).orElse(null),
        call.find(AFTER).orElse(null),
        list(call, FROM),
        list(call, TO),
        list(call, SUBJECT));
  }

  public static ThreadFilter threads(Request call) {
    return new ThreadFilter(
        list(call, LABELS),
        included(call),
        call.find(BEFORE).orElse(null),
        call.find(AFTER).orElse(null),
        list(call, SENDERS),
        list(call, RECIPIENTS),
        list(call, SUBJECT));
  }

  public static DraftFilter drafts(Request call) {
    return new DraftFilter(
        list(call, LABELS), call.find(BEFORE).orElse(null), call.find(AFTER).orElse(null));
  }

  /** The filter of a search, which has no text filters. */
  public static MessageFilter search(Request call) {
    return new MessageFilter(
        list(call, LABELS),
        included(call),
        call.find(BEFORE).orElse(null),
        call.find(AFTER).orElse(null),
        List.of(),
        List.of(),
        List.of());
  }

  private static List<String> list(Request call, Field<List<String>> field) {
    return call.find(field).orElse(List.of());
  }

  private static Set<Hidden> included(Request call) {
    Set<Hidden> included = EnumSet.noneOf(Hidden.class);
    add(included, call.get(SPAM), Label.SPAM);
    add(included, call.get(BLOCKED), Label.BLOCKED);
    add(included, call.get(TRASH), Label.TRASH);
    return included;
  }

  private static void add(Set<Hidden> included, boolean asked, String label) {
    if (asked) {
      for (Hidden hidden : Hidden.values()) {
        if (hidden.label().equals(label)) {
          included.add(hidden);
        }
      }
    }
  }
}
