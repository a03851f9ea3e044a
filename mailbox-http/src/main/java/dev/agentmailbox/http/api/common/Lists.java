package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.View;

// spec ListPage.1, ListPage.2, ListPage.3, ListPage.4
/** The envelope of every list. */
public final class Lists {
  private Lists() {}

  /**
   * A page of a list.
   *
   * @param name of the object in the OpenAPI document
   * @param plural the resource's name: key of the array
   */
  public static <T> View<ListPage<T>> of(String name, String plural, View<T> item) {
    return View.<ListPage<T>>of(name)
        .count("count", page -> page.items().size())
        .about("Number of items on this page.")
        .count("limit", ListPage::limit)
        .optionalText("next_page_token", page -> page.nextPageToken().orElse(null))
        .about(
            "Token of the next page; absent on the last one. A page may have fewer items"
                + " than limit.")
        .objects(plural, item, ListPage::items)
        .about("The items of this page, in the order of the list.")
        .build();
  }
}
