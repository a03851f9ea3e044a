package dev.agentmailbox.http.docs.site;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/**
 * The anchors of a page. Headings have those that GitHub gives them, so that a link works in both
 * places. A row of a table that begins with a name has that name: problem documents link to the
 * rows of error codes.
 */
final class Anchors {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");
  private static final Pattern PUNCTUATION = Pattern.compile("[^\\p{L}\\p{N} _-]");

  private final IdentityHashMap<Node, String> anchors = new IdentityHashMap<>();
  private final Set<String> taken = new HashSet<>();

  private Anchors() {}

  static Anchors of(Node document) {
    Anchors found = new Anchors();
    document.accept(found.new Headings());
    document.accept(found.new Rows());
    return found;
  }

  Optional<String> find(Node node) {
    return Optional.ofNullable(anchors.get(node));
  }

  private final class Headings extends AbstractVisitor {
    @Override
    public void visit(Heading heading) {
      String text = NodeText.of(heading).toLowerCase(Locale.ROOT);
      String plain = PUNCTUATION.matcher(text).replaceAll("").strip().replace(' ', '-');
      String anchor = plain;
      for (int count = 1; !taken.add(anchor); count++) {
        anchor = plain + '-' + count;
      }
      anchors.put(heading, anchor);
    }
  }

  /** After all headings: they have precedence. */
  private final class Rows extends AbstractVisitor {
    @Override
    public void visit(CustomNode node) {
      if (node instanceof TableCell
          && node.getPrevious() == null
          && node.getFirstChild() instanceof Code name
          && name.getNext() == null
          && NAME.matcher(name.getLiteral()).matches()
          && taken.add(name.getLiteral())) {
        anchors.put(node, name.getLiteral());
      }
      visitChildren(node);
    }
  }
}
