package dev.agentmailbox.memory;

import dev.agentmailbox.port.AddressContract;
import dev.agentmailbox.port.ApiKeyStoreContract;
import dev.agentmailbox.port.InboxStoreContract;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.OrganizationStoreContract;
import dev.agentmailbox.port.PodStoreContract;
import org.junit.jupiter.api.Nested;

/** The in-memory store keeps every promise of the ports. */
class InMemoryStoreTest {
  private final MailboxStore store = new InMemoryStore();

  @Nested
  class OrganizationStore implements OrganizationStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class PodStore implements PodStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class InboxStore implements InboxStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class Address implements AddressContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ApiKeyStore implements ApiKeyStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }
}
