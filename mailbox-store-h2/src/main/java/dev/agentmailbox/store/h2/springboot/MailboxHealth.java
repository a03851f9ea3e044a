package dev.agentmailbox.store.h2.springboot;

import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreState;
import java.util.Locale;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether a store answers and takes writes; {@code store} is its state. */
final class MailboxHealth implements HealthIndicator {
  private final MailboxStore store;

  MailboxHealth(MailboxStore store) {
    this.store = store;
  }

  @Override
  public Health health() {
    try {
      boolean unused = store.look(tx -> tx.settings().get(SettingStore.SENDING_PAUSED)) != null;
      StoreState state = store.state();
      Health.Builder health =
          state.kind() == StoreState.Kind.RUNNING ? Health.up() : Health.outOfService();
      health.withDetail("store", state.kind().name().toLowerCase(Locale.ROOT));
      return state.reason().isEmpty()
          ? health.build()
          : health.withDetail("reason", state.reason()).build();
    } catch (StoreException unavailable) {
      return Health.down(unavailable).build();
    }
  }
}
