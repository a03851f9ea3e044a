package dev.agentmailbox.http.api.common;

import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.View;

/** The envelope that every list has. */
public final class Lists {
  private Lists() {}

  /**
   * A list page.
   *
   * @param name of the object in the OpenAPI document
   * @param plural the resource's name: key of the array
   */
  public static <T> View<ListPage<T>> of(String name, String plural, View<T> item) {
    return View.<ListPage<T>>of(name)
        .count("count", page -> page.items().size())
        .about("Items on this page.")
        .count("limit", ListPage::limit)
        .about("Page size used.")
        .optionalText("next_page_token", page -> page.nextPageToken().orElse(null))
        .about("Absent on the last page. A page may be short.")
        .objects(plural, item, ListPage::items)
        .build();
  }
}
