package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.token.Binding;
import dev.agentmailbox.http.token.PageTokens;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The three parameters of every list, and the signed tokens between its pages. */
public final class Paging {
  public static final Field<Long> LIMIT =
      Field.query(
              "limit",
              Shapes.integer(1, PageRequest.MAX_LIMIT),
              "Maximum number of items on a page.")
          .orElse((long) PageRequest.DEFAULT_LIMIT);
  static final Field<String> PAGE_TOKEN =
      Field.query("page_token", Shapes.text(), "The next_page_token of the previous page.");
  static final Field<Boolean> ASCENDING =
      Field.query("ascending", Shapes.flag(), "Oldest first instead of newest first.")
          .orElse(false);
  public static final List<Field<?>> FIELDS = List.of(LIMIT, PAGE_TOKEN, ASCENDING);

  private final PageTokens tokens;

  public Paging(PageTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * One page.
   *
   * @param limit page size applied
   */
  public record ListPage<T>(int limit, Optional<String> nextPageToken, List<T> items) {}

  public PageRequest request(Request call) {
    PagePosition position =
        call.find(PAGE_TOKEN).map(token -> tokens.open(token, binding(call))).orElse(null);
    return new PageRequest(Math.toIntExact(call.get(LIMIT)), position, call.get(ASCENDING));
  }

  public <T> ListPage<T> answer(Request call, Page<T> page) {
    return new ListPage<>(
        Math.toIntExact(call.get(LIMIT)), nextToken(call, page.next()), page.items());
  }

  Optional<String> nextToken(Request call, @Nullable PagePosition next) {
    return Optional.ofNullable(next).map(position -> tokens.seal(position, binding(call)));
  }

  /** The query that a page token is bound to: all parameters except paging, with lists as sets. */
  public static Binding binding(Request call, Field<?>... free) {
    StringBuilder query = new StringBuilder(call.operation().id());
    List<Field<?>> unbound = List.of(free);
    for (Field<?> field : call.operation().parameters()) {
      boolean bound =
          field != LIMIT
              && field != PAGE_TOKEN
              && field.location() != ParameterLocation.HEADER
              && !unbound.contains(field);
      if (bound) {
        call.find(field)
            .ifPresent(
                value -> query.append('\n').append(field.name()).append('=').append(text(value)));
      }
    }
    return Binding.of(call.caller().scope(), query.toString());
  }

  private static String text(Object value) {
    return value instanceof Collection<?> list ? canonical(list) : value.toString();
  }

  /** A list in canonical order, as it stands for a set. */
  public static String canonical(Collection<?> list) {
    TreeSet<String> sorted = new TreeSet<>();
    list.forEach(item -> sorted.add(item.toString()));
    return sorted.toString();
  }
}
