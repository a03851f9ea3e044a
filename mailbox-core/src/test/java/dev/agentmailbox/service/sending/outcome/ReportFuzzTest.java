package dev.agentmailbox.service.sending.outcome;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.mime.read.MimeReader;

/** Any bytes at all, read as a report of what became of mail; runs as {@code MimeFuzzTest}. */
class ReportFuzzTest {
  private final MimeReader reader = new MimeReader();

  @FuzzTest
  void report(byte[] bytes) {
    RawMessage raw = RawMessage.of(bytes);
    ReportReader.read(raw, reader.read(raw), "");
  }
}
