package dev.agentmailbox.page;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items the items, in the order asked for
 * @param next where the next page starts; absent on the last page
 */
public record Page<T>(List<T> items, @Nullable PagePosition next) {
  public Page {
    items = List.copyOf(items);
  }

  /**
   * Cuts a page out of {@code found}, which was read with one item more than {@code limit} so that
   * the end is known without a second query.
   */
  public static <T> Page<T> cut(List<T> found, int limit, Function<T, PagePosition> position) {
    if (found.size() <= limit) {
      return new Page<>(found, null);
    }
    List<T> items = found.subList(0, limit);
    return new Page<>(items, position.apply(items.get(limit - 1)));
  }

  public Optional<PagePosition> nextPosition() {
    return Optional.ofNullable(next);
  }

  /** The same page of other items. */
  public <R> Page<R> map(Function<T, R> change) {
    return new Page<>(items.stream().map(change).toList(), next);
  }
}
