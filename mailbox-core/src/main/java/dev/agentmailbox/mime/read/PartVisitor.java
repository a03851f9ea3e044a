package dev.agentmailbox.mime.read;

import java.io.IOException;
import java.io.InputStream;

/** Looks at the parts of a message, one after the other. */
public interface PartVisitor {
  /**
   * One part that is no multipart.
   *
   * @param content decoded; only what is read of it costs time
   * @throws IOException ends the visit
   */
  void visit(LeafPart part, InputStream content) throws IOException;
}
