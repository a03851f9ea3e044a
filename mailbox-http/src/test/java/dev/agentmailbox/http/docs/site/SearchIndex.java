package dev.agentmailbox.http.docs.site;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the search of the site reads: a part for each section of the pages that the index lists,
 * with its words and how often each occurs. Pages about the insides are left out.
 */
final class SearchIndex {
  private static final String INSIDE = "How it works inside";
  private static final Pattern WORD = Pattern.compile("[a-z0-9]{2,}");
  private static final int MAX_COUNT = 9;

  private final ArrayNode parts = JsonMapper.shared().createArrayNode();

  private SearchIndex() {}

  static String of(SiteFiles files) throws IOException {
    PageReader reader = new PageReader(files);
    Map<String, String> pageOfLink = new TreeMap<>();
    for (String page : files.pages()) {
      pageOfLink.put(files.link(page).orElseThrow(), page);
    }
    SearchIndex index = new SearchIndex();
    for (Contents.Group group : Contents.of(reader.parse(SiteFiles.INDEX)).groups()) {
      for (Contents.Entry page : group.entries()) {
        String file = pageOfLink.get(page.address());
        if (file != null && !group.name().equals(INSIDE)) {
          index.add(page, files.address(file).orElseThrow(), reader.parse(file));
        }
      }
    }
    return index.parts.toString();
  }

  private void add(Contents.Entry page, String address, Node document) {
    Anchors anchors = Anchors.of(document);
    String section = "";
    String anchor = "";
    StringBuilder text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() > 1) {
        part(page.name(), section, address + anchor, text.toString());
        section = NodeText.of(heading);
        anchor = "#" + anchors.find(heading).orElseThrow();
        text.setLength(0);
      } else {
        text.append(' ').append(NodeText.of(node));
      }
    }
    part(page.name(), section, address + anchor, text.toString());
  }

  private void part(String page, String section, String address, String text) {
    Map<String, Integer> counts = new TreeMap<>();
    WORD.matcher(text.toLowerCase(Locale.ROOT))
        .results()
        .map(MatchResult::group)
        .forEach(word -> counts.merge(word, 1, (a, b) -> Math.min(MAX_COUNT, a + b)));
    StringBuilder words = new StringBuilder();
    counts.forEach(
        (word, count) -> words.append(' ').append(word).append(count > 1 ? "*" + count : ""));
    ObjectNode part = parts.addObject();
    part.put("page", page).put("section", section).put("address", address);
    part.put("words", words.toString().strip());
  }
}
