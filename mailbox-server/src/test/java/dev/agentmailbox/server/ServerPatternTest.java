package dev.agentmailbox.server;

import dev.agentmailbox.PatternGrowth;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerPatternTest {
  @Test
  void every_pattern_reads_its_text_in_linear_time_and_bounded_stack() {
    PatternGrowth.check(
        Main.class,
        Set.of(
            "AddressCheck.HARMLESS",
            "EnvelopePath.LOCAL_PART",
            "Author.FROM_LIKE",
            "IntakeConfig.LOCAL_DOMAIN"),
        Map.of("AddressCheck.HARMLESS", 320, "EnvelopePath.LOCAL_PART", 250));
  }
}
