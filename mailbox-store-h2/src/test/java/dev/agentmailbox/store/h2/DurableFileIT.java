package dev.agentmailbox.store.h2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small files and power cuts: the master key is one. */
class DurableFileIT {
  private static void write(SimulatedDisk disk, String text) throws IOException {
    DurableFile.write(disk.root().resolve("key"), text.getBytes(US_ASCII));
  }

  private static String read(SimulatedDisk disk) throws IOException {
    return Files.readString(disk.root().resolve("key"), US_ASCII);
  }

  @Test
  void a_file_outlives_a_cut_with_its_name() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    write(disk, "first");
    assertEquals("first", read(disk.cut(CutMode.NOTHING)));
  }

  @Test
  void a_file_is_replaced_whole_or_not_at_all() throws IOException {
    boolean isCut = true;
    for (int call = 1; isCut; call++) {
      SimulatedDisk disk = new SimulatedDisk(call);
      write(disk, "first");
      disk.cutAt(disk.calls() + call);
      try {
        write(disk, "second");
      } catch (IOException withoutPower) {
        assertTrue(disk.isOff(), withoutPower.getMessage());
      }
      isCut = disk.isOff();
      for (CutMode mode : CutMode.values()) {
        String found = read(disk.cut(mode));
        List<String> expected = isCut ? List.of("first", "second") : List.of("second");
        assertTrue(expected.contains(found), mode + " of call " + call + ": " + found);
      }
    }
  }
}
