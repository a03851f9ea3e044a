package dev.agentmailbox;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorePatternTest {
  @Test
  void every_pattern_reads_its_text_in_linear_time_and_bounded_stack() {
    PatternGrowth.check(
        Mailbox.class,
        Set.of("FileKinds.MACRO_PART", "QuoteHeaders.FENCED"),
        // The longest local part, and the longest address of a webhook.
        Map.of("AddressParser.QUOTED", 64, "WebhookAddress.NAME", 2_048));
  }
}
