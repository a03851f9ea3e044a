package dev.agentmailbox.service.webhook;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.StoreException;
import org.junit.jupiter.api.Test;

class MasterKeyCheckTest {
  @Test
  void another_master_key_is_found_out_at_the_start() {
    try (Mailbox mailbox = Mailbox.builder().build()) {
      mailbox.masterKey().run();
      assertDoesNotThrow(() -> mailbox.masterKey().run());
      MasterKeyCheck other = new MasterKeyCheck(mailbox.context(), Vault.ofThisProcess());
      assertThrows(StoreException.class, other::run);
    }
  }
}
