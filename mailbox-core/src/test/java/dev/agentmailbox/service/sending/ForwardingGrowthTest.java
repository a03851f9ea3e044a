package dev.agentmailbox.service.sending;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.MessageBody;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.port.MessageFixture;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** HTML with twice as many elements costs about twice as much to pass on. */
@Isolated("compares processor time")
class ForwardingGrowthTest {
  /** Between linear, 4, and quadratic, 16. */
  private static final double MOST_GROWTH = 8;

  private static final int SIBLINGS = 10_000;
  private static final String SIBLING = "<br>";
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static String html(@Nullable String original, @Nullable String note) {
    Forwarding forwarding =
        new Forwarding(
            new Original(
                MessageFixture.message(Scope.inbox("org_a", "pod_p", "a@b.test"), "msg_1").build(),
                new MessageBody(List.of(), null, original, null, null, Map.of())));
    return forwarding.html(new Forwarding.Note(null, note)).orElseThrow();
  }

  private static long nanos(int siblings, BiFunction<String, String, String> forward) {
    String many = SIBLING.repeat(siblings);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      assertFalse(forward.apply(many, "<p>Hello</p>").isEmpty());
      least = Math.min(least, THREADS.getCurrentThreadCpuTime() - start);
    }
    return least;
  }

  private static void assertLinear(BiFunction<String, String, String> forward) {
    nanos(SIBLINGS, forward);
    long once = nanos(SIBLINGS, forward);
    long fourTimes = nanos(4 * SIBLINGS, forward);
    assertTrue(fourTimes <= MOST_GROWTH * once, once + ", " + fourTimes);
  }

  @Test
  void an_original_of_many_elements_is_passed_on_in_proportion() {
    assertLinear((many, little) -> html(many, little));
  }

  @Test
  void a_note_of_many_elements_is_put_before_it_in_proportion() {
    assertLinear((many, little) -> html(little, many));
  }

  @Test
  void what_is_over_the_limit_of_elements_is_refused() {
    String over = SIBLING.repeat(BoundedHtml.MAX_NODES + 1);
    assertThrows(UnreadableHtmlException.class, () -> html(over, "<p>Hello</p>"));
    assertThrows(UnreadableHtmlException.class, () -> html("<p>Hello</p>", over));
  }
}
