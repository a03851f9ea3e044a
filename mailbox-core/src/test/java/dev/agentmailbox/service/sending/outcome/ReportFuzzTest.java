package dev.agentmailbox.service.sending.outcome;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;
import dev.agentmailbox.mime.read.OpenMessage;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Any bytes at all, read as a report of the outcome of mail; runs as {@code MimeFuzzTest}. */
@Tag("slow")
class ReportFuzzTest {
  private final MimeReader reader = new MimeReader();

  @FuzzTest
  void report(byte[] bytes) throws IOException {
    try (OpenMessage message = reader.open(RawMessage.of(bytes))) {
      ReportReader.read(message, "");
    }
  }
}
