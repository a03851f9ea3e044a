package dev.agentmailbox.server.command;

import dev.agentmailbox.server.process.ControlSocket;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;

/** The commands that a running server handles. */
public record Commands(H2Store store) implements ControlSocket.Handler {
  @Override
  public String handle(String word, Path path, Consumer<String> progress) throws IOException {
    boolean steps = word.equals(BackupCommand.WORD);
    if (steps || word.equals(BackupCommand.QUIET_WORD)) {
      return BackupCommand.make(store, path, new Progress(progress, Clock.systemUTC(), steps));
    }
    throw new IOException("a running server does not support " + word);
  }
}
