package dev.agentmailbox.service.work;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StoreTransaction;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Goes through whole lists, oldest first, each page in a read transaction of its own. */
public final class PageWalk {
  private PageWalk() {}

  /** A list that returns up to one item more than the limit. */
  public static <T> void each(
      MailboxContext context,
      BiFunction<StoreTransaction, PageRequest, List<T>> list,
      Function<T, PagePosition> position,
      Consumer<T> work) {
    pages(
        context,
        (tx, page) -> Page.cut(list.apply(tx, page), page.limit(), position),
        items -> items.forEach(work));
  }

  /** A list of pages. */
  public static <T> void pages(
      MailboxContext context,
      BiFunction<StoreTransaction, PageRequest, Page<T>> list,
      Consumer<List<T>> work) {
    PagePosition next = null;
    do {
      PageRequest request = new PageRequest(PageRequest.MAX_LIMIT, next, true);
      Page<T> page = context.read(tx -> list.apply(tx, request));
      work.accept(page.items());
      next = page.next();
    } while (next != null);
  }
}
