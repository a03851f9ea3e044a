package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The promises of {@link SettingStore}. */
public interface SettingStoreContract extends StoreContract {
  @Test
  default void a_setting_is_kept_replaced_and_removed() {
    assertEquals(Optional.empty(), read(tx -> tx.settings().get("name")));
    change(tx -> tx.settings().put("name", "välue"));
    assertEquals(Optional.of("välue"), read(tx -> tx.settings().get("name")));
    change(tx -> tx.settings().put("name", "x".repeat(10_000)));
    assertEquals(Optional.of("x".repeat(10_000)), read(tx -> tx.settings().get("name")));
    change(tx -> tx.settings().remove("name"));
    change(tx -> tx.settings().remove("name"));
    assertEquals(Optional.empty(), read(tx -> tx.settings().get("name")));
  }

  @Test
  default void a_setting_put_by_many_at_once_has_one_of_their_values() {
    Race.run(
        i -> {
          change(tx -> tx.settings().put("name", "value" + i));
          return true;
        });

    assertTrue(holds(tx -> tx.settings().get("name").orElse("").startsWith("value")));
  }
}
