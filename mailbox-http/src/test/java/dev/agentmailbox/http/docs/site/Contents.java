package dev.agentmailbox.http.docs.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/** The pages of the site in the groups and the order of its index. */
record Contents(List<Group> groups) {

  /** A heading of the index with the pages under it. */
  record Group(String name, List<Entry> entries) {}

  /**
   * A page.
   *
   * @param address with the site's
   */
  record Entry(String name, String address) {}

  /** The pages that the first column of each table of the index links to. */
  static Contents of(Node index) {
    List<Group> groups = new ArrayList<>();
    for (Node node = index.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() == 2) {
        groups.add(new Group(NodeText.of(heading), new ArrayList<>()));
      } else if (node instanceof TableBlock table && !groups.isEmpty()) {
        groups.get(groups.size() - 1).entries().addAll(entries(table));
      }
    }
    return new Contents(groups);
  }

  private static List<Entry> entries(TableBlock table) {
    return PageReader.children(table, TableBody.class).stream()
        .flatMap(body -> PageReader.children(body, TableRow.class).stream())
        .flatMap(row -> PageReader.children(row.getFirstChild(), Link.class).stream())
        .map(link -> new Entry(capitalized(NodeText.of(link)), link.getDestination()))
        .toList();
  }

  private static String capitalized(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  boolean has(String address) {
    return pages().anyMatch(page -> page.address().equals(address));
  }

  private Stream<Entry> pages() {
    return groups.stream().flatMap(group -> group.entries().stream());
  }

  /** The page before this one in reading order. */
  Optional<Entry> before(String address) {
    return near(address, -1);
  }

  /** The page after this one in reading order. */
  Optional<Entry> after(String address) {
    return near(address, 1);
  }

  private Optional<Entry> near(String address, int distance) {
    List<Entry> pages = pages().toList();
    for (int at = 0; at < pages.size(); at++) {
      int other = at + distance;
      if (pages.get(at).address().equals(address)) {
        return other >= 0 && other < pages.size()
            ? Optional.of(pages.get(other))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
