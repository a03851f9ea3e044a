package dev.agentmailbox.http;

import dev.agentmailbox.PatternGrowth;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HttpPatternTest {
  @Test
  void every_pattern_reads_its_text_in_linear_time_and_bounded_stack() {
    PatternGrowth.check(MailboxHttp.class, Set.of("SiteFiles.PICTURE_OR_FILE"), Map.of());
  }
}
