package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.AddressContract;
import dev.agentmailbox.port.ApiKeyStoreContract;
import dev.agentmailbox.port.ApprovalStoreContract;
import dev.agentmailbox.port.ContentStoreContract;
import dev.agentmailbox.port.DraftStoreContract;
import dev.agentmailbox.port.EventCountStoreContract;
import dev.agentmailbox.port.EventLogContract;
import dev.agentmailbox.port.HumanStoreContract;
import dev.agentmailbox.port.IdempotencyStoreContract;
import dev.agentmailbox.port.InboxStoreContract;
import dev.agentmailbox.port.ListStoreContract;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.MailboxStoreContract;
import dev.agentmailbox.port.MessageRangeContract;
import dev.agentmailbox.port.MessageStoreContract;
import dev.agentmailbox.port.NoticeStoreContract;
import dev.agentmailbox.port.OrganizationStoreContract;
import dev.agentmailbox.port.OutboxContract;
import dev.agentmailbox.port.PodStoreContract;
import dev.agentmailbox.port.SearchStoreContract;
import dev.agentmailbox.port.SendStoreContract;
import dev.agentmailbox.port.SessionStoreContract;
import dev.agentmailbox.port.SettingStoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.ThreadRangeContract;
import dev.agentmailbox.port.ThreadStoreContract;
import dev.agentmailbox.port.UsageStoreContract;
import dev.agentmailbox.port.WebhookStoreContract;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/**
 * The H2 store keeps every promise of the ports, never reads a whole table or sorts a list on the
 * way, and has the same rows when it was killed afterwards.
 */
class H2StoreContractIT {
  private static final QueryPlans PLANS = new QueryPlans();
  private static final long JOURNAL_BYTES = 1024 * 1024;
  private static final int STATEMENTS_AT_LEAST = 100;

  @TempDir Path directory;
  private H2Store store;

  @BeforeEach
  void open() {
    Clock clock = SettableClock.at(StoreFixtures.START);
    store = H2Store.open(directory.resolve("data"), clock, PLANS::noting, JOURNAL_BYTES);
  }

  @AfterEach
  void close() throws SQLException {
    PLANS.assertIndexed(store.database().own());
    Killed.assertRunAgain(store, directory.resolve("data"), directory.resolve("copy"));
    store.close();
  }

  @AfterAll
  static void the_plans_of_all_statements_were_looked_at() {
    assertTrue(PLANS.count() > STATEMENTS_AT_LEAST, PLANS.count() + " statements");
  }

  @Nested
  class Transactions implements MailboxStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

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

  @Nested
  class MessageStore implements MessageStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class MessageRange implements MessageRangeContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ThreadStore implements ThreadStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ThreadRange implements ThreadRangeContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SearchStore implements SearchStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SendStore implements SendStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class Outbox implements OutboxContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class DraftStore implements DraftStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ApprovalStore implements ApprovalStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ListStore implements ListStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class NoticeStore implements NoticeStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class EventLog implements EventLogContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class UsageStore implements UsageStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class IdempotencyStore implements IdempotencyStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SettingStore implements SettingStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class HumanStore implements HumanStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class SessionStore implements SessionStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class EventCountStore implements EventCountStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class WebhookStore implements WebhookStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }

  @Nested
  class ContentStore implements ContentStoreContract {
    @Override
    public MailboxStore store() {
      return store;
    }
  }
}
