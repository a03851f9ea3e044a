package dev.agentmailbox.store.h2;

import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.service.draft.DraftOnceContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Drafts are sent once on H2 as well, where transactions really race. */
class DraftOnceIT implements DraftOnceContract {
  @TempDir Path directory;
  @AutoClose private H2Store store;
  private SendingFixture fixture;

  @BeforeEach
  void open() {
    store = H2Store.open(directory, SettableClock.at(StoreFixtures.START));
    fixture = new SendingFixture(store);
  }

  @Override
  public SendingFixture fixture() {
    return fixture;
  }
}
