package dev.agentmailbox.mime.read;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.write.AddressParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes at all, read as mail. The build runs the inputs that are kept beside it; {@code
 * JAZZER_FUZZ=1 mvn -pl mailbox-core test -Dtest=MimeFuzzTest#message} looks for new ones.
 */
@Tag("slow")
class MimeFuzzTest {
  private final MimeReader reader = new MimeReader();

  @FuzzTest
  void message(byte[] bytes) throws IOException {
    RawMessage raw = RawMessage.of(bytes);
    ParsedMessage message = reader.read(raw);
    for (ParsedAttachment attachment : message.attachments()) {
      try (InputStream in = reader.openPart(raw, attachment.partPath())) {
        in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }

  @FuzzTest
  void addresses(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    AddressList.parse(text, EnumSet.noneOf(MimeDefect.class));
    try {
      AddressParser.parse("to", text);
    } catch (IllegalArgumentException | MailboxException refused) {
      // The ways to refuse an address.
    }
  }
}
