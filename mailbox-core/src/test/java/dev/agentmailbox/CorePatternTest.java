package dev.agentmailbox;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorePatternTest {
  @Test
  void every_pattern_reads_its_text_in_linear_time_and_bounded_stack() {
    PatternGrowth.check(
        Mailbox.class,
        Set.of(
            "AddressList.PLAIN",
            "AddressParser.QUOTED_NAME",
            "FileKinds.MACRO_PART",
            "HeaderValues.PLAIN",
            "QuoteHeaders.FENCED"),
        // The longest address read, local part and display name sent, and address of a webhook.
        Map.of(
            "AddressList.PLAIN",
            998,
            "AddressParser.QUOTED",
            64,
            "AddressParser.QUOTED_NAME",
            512,
            "WebhookAddress.NAME",
            2_048));
  }
}
