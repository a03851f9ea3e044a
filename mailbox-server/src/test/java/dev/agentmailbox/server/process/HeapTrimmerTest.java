package dev.agentmailbox.server.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class HeapTrimmerTest {
  private final HotSpotDiagnosticMXBean machine =
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);

  private VMOption option(String name) {
    return machine.getVMOption(name);
  }

  /** In one test, because an option set once counts as chosen for the rest of the process. */
  @Test
  void options_that_nobody_chose_are_set_and_one_that_was_chosen_stays() {
    assumeTrue(machine != null, "not this virtual machine");
    assumeTrue(option("MaxHeapFreeRatio").getOrigin() != VMOption.Origin.VM_CREATION);
    HeapTrimmer.giveBack();
    assertEquals("30", option("MinHeapFreeRatio").getValue());
    assertEquals("60", option("MaxHeapFreeRatio").getValue());
    machine.setVMOption("MaxHeapFreeRatio", "77");
    HeapTrimmer.giveBack();
    assertEquals("77", option("MaxHeapFreeRatio").getValue());
    machine.setVMOption("MaxHeapFreeRatio", "60");
  }

  @Test
  void memory_is_given_back_once_when_a_busy_server_becomes_idle() {
    long worthwhile = 32L << 20;
    assertFalse(HeapTrimmer.isDue(1, 1, worthwhile), "busy since the last look");
    assertTrue(HeapTrimmer.isDue(0, 1, worthwhile), "idle since the last look");
    assertFalse(HeapTrimmer.isDue(0, 0, worthwhile), "nothing collected since the last trim");
    assertFalse(HeapTrimmer.isDue(0, 1, worthwhile - 1), "little to give back");
  }
}
