package dev.agentmailbox.memory.account;

import dev.agentmailbox.account.Human;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.port.account.HumanStore;
import java.util.Optional;

/** Humans by id and by address. */
public final class MemoryHumans implements HumanStore {
  private final Rows<String, Human> rows;
  private final UniqueKey<String, Human> byEmail;

  public MemoryHumans(UndoLog undo) {
    rows = new Rows<>(undo, Human::id);
    byEmail = rows.unique(Human::email);
  }

  @Override
  public boolean insert(Human human) {
    return rows.insert(human);
  }

  @Override
  public Optional<Human> find(String userId) {
    return rows.find(userId);
  }

  @Override
  public Optional<Human> findByEmail(String email) {
    return byEmail.find(email);
  }

  @Override
  public void update(Human human) {
    rows.update(
        human.id(),
        row ->
            new Human(
                row.id(),
                row.email(),
                human.operator(),
                human.status(),
                row.createdAt(),
                human.updatedAt()));
  }
}
