package dev.agentmailbox.memory.account;

import dev.agentmailbox.account.Human;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.account.HumanStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** People by id and by address. */
public final class MemoryHumans implements HumanStore {
  private final UndoLog journal;
  private final Map<String, Human> rows = new HashMap<>();
  private final Map<String, String> byEmail = new HashMap<>();

  public MemoryHumans(UndoLog journal) {
    this.journal = journal;
  }

  @Override
  public boolean insert(Human human) {
    if (byEmail.containsKey(human.email())) {
      return false;
    }
    journal.put(byEmail, human.email(), human.id());
    journal.put(rows, human.id(), human);
    return true;
  }

  @Override
  public Optional<Human> find(String userId) {
    return Optional.ofNullable(rows.get(userId));
  }

  @Override
  public Optional<Human> findByEmail(String email) {
    return Optional.ofNullable(byEmail.get(email)).map(rows::get);
  }

  @Override
  public void update(Human human) {
    Human row = rows.get(human.id());
    if (row != null) {
      journal.put(
          rows,
          row.id(),
          new Human(
              row.id(),
              row.email(),
              human.operator(),
              human.status(),
              row.createdAt(),
              human.updatedAt()));
    }
  }
}
