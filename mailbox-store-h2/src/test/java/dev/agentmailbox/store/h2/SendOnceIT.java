package dev.agentmailbox.store.h2;

import dev.agentmailbox.fixture.SendingFixture;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.service.sending.SendOnceContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Sends are accepted once and limits are exact on H2 as well, where transactions really race. */
class SendOnceIT implements SendOnceContract {
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
