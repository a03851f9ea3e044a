package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.agentmailbox.server.smtp.EnvelopePath.BadPath;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes at all, read as what a client sends. The build runs the inputs that are kept beside it;
 * {@code JAZZER_FUZZ=1 mvn -pl mailbox-server test -Dtest=BodyFuzzTest#body} looks for new ones.
 */
@Tag("slow")
class BodyFuzzTest {
  private static final int LIMIT = 4_096;

  /**
   * Wherever the network cuts it, the message is the same; of one that is refused nothing counts.
   */
  @FuzzTest
  void body(byte[] bytes) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    BodyParser uncut = new BodyParser(whole, LIMIT);
    int end = uncut.feed(bytes, bytes.length);
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    BodyParser cut = new BodyParser(pieces, LIMIT);
    int endOfPieces = BodyParser.NOT_ENDED;
    for (int i = 0; i < bytes.length && endOfPieces == BodyParser.NOT_ENDED; i++) {
      byte[] piece = Arrays.copyOfRange(bytes, i, i + 1);
      int inPiece = cut.feed(piece, 1);
      endOfPieces = inPiece == BodyParser.NOT_ENDED ? inPiece : i + inPiece;
    }
    assertEquals(end, endOfPieces);
    assertEquals(uncut.malformed(), cut.malformed());
    assertEquals(uncut.tooLarge(), cut.tooLarge());
    if (!uncut.malformed() && !uncut.tooLarge()) {
      assertArrayEquals(whole.toByteArray(), pieces.toByteArray());
    }
  }

  @FuzzTest
  void path(byte[] bytes) {
    try {
      EnvelopePath.parse(new String(bytes, StandardCharsets.ISO_8859_1));
    } catch (BadPath refused) {
      // The only way to refuse one.
    }
  }
}
