package dev.agentmailbox.server.process;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.Secrets;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.service.webhook.MasterKeyCheck;
import java.io.IOException;

/** The master key at the start. */
public final class MasterKeys {
  /** The command that goes on without a lost key. */
  public static final String COMMAND = "new-master-key";

  private static final String ADVICE =
      ", and without it the secrets of webhooks cannot be read; restore it from a backup, or run "
          + COMMAND;

  private MasterKeys() {}

  /**
   * The key of the settings or the data directory; a new one only for new data.
   *
   * @throws ConfigException the key is lost
   */
  public static Secrets open(ServerConfig config, MailboxStore store) throws IOException {
    boolean isMissing =
        config.store().masterKey().isEmpty() && !Secrets.exist(config.store().directory());
    if (isMissing && MasterKeyCheck.isSealed(store)) {
      throw new ConfigException(
          "MAILBOX_MASTER_KEY: the data was encrypted with a master key that is neither set nor in "
              + config.store().directory()
              + ADVICE);
    }
    return Secrets.open(config.store().directory(), config.store().masterKey());
  }

  /**
   * Refuses another key than that of the data.
   *
   * @throws ConfigException it is another
   */
  public static void check(Mailbox mailbox) {
    try {
      mailbox.masterKey().run();
    } catch (StoreException e) {
      if (e.getCause() instanceof IllegalStateException) {
        throw new ConfigException(
            "MAILBOX_MASTER_KEY: the data was encrypted with another master key" + ADVICE);
      }
      throw e;
    }
  }

  /** Seals what the store keeps encrypted. */
  public static Vault vault(Secrets secrets) {
    return new Vault(secrets.derive("stored secrets"));
  }
}
