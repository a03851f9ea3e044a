package dev.agentmailbox.http.docs.site;

import java.util.List;

/**
 * A page of the site.
 *
 * @param title its first heading
 * @param description its first paragraph, shortened; as text
 * @param sections its headings of the second level
 * @param html what the Markdown says, without the frame
 */
record SitePage(String title, String description, List<Section> sections, String html) {

  /**
   * A section.
   *
   * @param anchor of its heading
   */
  record Section(String anchor, String name) {}
}
