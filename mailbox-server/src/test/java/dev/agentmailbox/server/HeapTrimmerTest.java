package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

  @Test
  void options_that_nobody_chose_are_set_so_that_an_idle_server_gives_memory_back() {
    assumeTrue(machine != null, "not this virtual machine");
    assumeTrue(option("MaxHeapFreeRatio").getOrigin() != VMOption.Origin.VM_CREATION);
    HeapTrimmer.giveBack();
    assertEquals("20", option("MinHeapFreeRatio").getValue());
    assertEquals("40", option("MaxHeapFreeRatio").getValue());
    assertEquals("30000", option("G1PeriodicGCInterval").getValue());
  }

  @Test
  void an_option_that_was_chosen_before_stays() {
    assumeTrue(machine != null, "not this virtual machine");
    machine.setVMOption("G1PeriodicGCInterval", "77000");
    HeapTrimmer.giveBack();
    assertEquals("77000", option("G1PeriodicGCInterval").getValue());
    machine.setVMOption("G1PeriodicGCInterval", "30000");
  }
}
