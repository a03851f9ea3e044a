package dev.agentmailbox.http.docs.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The text of a part of a page, on one line and without markup. */
final class NodeText extends AbstractVisitor {
  private final StringBuilder text = new StringBuilder();

  private NodeText() {}

  static String of(Node node) {
    NodeText found = new NodeText();
    node.accept(found);
    return found.text.toString().strip();
  }

  @Override
  public void visit(Text node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(Code node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(FencedCodeBlock node) {
    text.append(' ').append(node.getLiteral());
  }

  @Override
  public void visit(Paragraph node) {
    visitChildren(node);
    text.append(' ');
  }

  @Override
  public void visit(SoftLineBreak node) {
    text.append(' ');
  }

  @Override
  public void visit(HardLineBreak node) {
    text.append(' ');
  }
}
