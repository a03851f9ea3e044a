package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.PatternGrowth;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JdbcPatternTest {
  @Test
  void every_pattern_reads_its_text_in_linear_time_and_bounded_stack() {
    PatternGrowth.check(JdbcStore.class, Set.of(), Map.of());
  }
}
