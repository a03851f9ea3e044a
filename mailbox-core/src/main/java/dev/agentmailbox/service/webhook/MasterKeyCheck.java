package dev.agentmailbox.service.webhook;

import dev.agentmailbox.access.Vault;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import java.util.Optional;

/** Verifies the master key at startup rather than at the first webhook delivery. Thread safe. */
public final class MasterKeyCheck {
  /** A text sealed at first start, which opens only with the same master key. */
  private static final String SETTING = "master_key_check";

  private final MailboxContext context;
  private final Vault vault;

  public MasterKeyCheck(MailboxContext context, Vault vault) {
    this.context = context;
    this.vault = vault;
  }

  /**
   * Opens the text sealed at first start; seals it at first start.
   *
   * @throws StoreException the master key has changed
   */
  public void run() {
    String sealed = context.read(tx -> tx.settings().get(SETTING)).orElseGet(this::sealFirst);
    try {
      String unused = vault.open(sealed, SETTING);
    } catch (IllegalStateException e) {
      throw new StoreException("the master key is not the one this data was sealed with", e);
    }
  }

  /** Of several servers that start for the first time, one seals the text. */
  private String sealFirst() {
    String fresh = vault.seal(SETTING, SETTING);
    return context.write(
        tx -> {
          tx.lock(SETTING);
          Optional<String> sealed = tx.settings().get(SETTING);
          if (sealed.isEmpty()) {
            tx.settings().put(SETTING, fresh);
          }
          return sealed.orElse(fresh);
        });
  }

  /** Seals the text with the present master key. */
  public void replace() {
    String fresh = vault.seal(SETTING, SETTING);
    context.write(
        tx -> {
          tx.settings().put(SETTING, fresh);
          return true;
        });
  }

  /** Whether a master key has been used with the data of a store. */
  public static boolean isSealed(MailboxStore store) {
    return store.read(tx -> tx.settings().get(SETTING)).isPresent();
  }
}
