package dev.agentmailbox.store.h2.disk;

import static java.util.stream.Collectors.toCollection;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.h2.message.DbException;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * Lets H2 use a simulated disk: its name of a file is the URI of the path, {@code
 * simdisk://<disk>/<path>}.
 */
final class SimulatedFilePath extends FilePath {
  private SimulatedFilePath(String uri) {
    this.name = uri;
  }

  /** Makes H2 know these names; may be called again. */
  static void register() {
    FilePath.register(new SimulatedFilePath(SimulatedProvider.SCHEME + ":"));
  }

  private static SimulatedFilePath of(Path path) {
    return new SimulatedFilePath(path.toUri().toString());
  }

  private Path path() {
    return SimulatedProvider.INSTANCE.getPath(URI.create(name));
  }

  @Override
  public String getScheme() {
    return SimulatedProvider.SCHEME;
  }

  @Override
  public SimulatedFilePath getPath(String text) {
    return new SimulatedFilePath(text);
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return FileChannel.open(path(), FileUtils.modeToOptions(mode));
  }

  private interface Work<T> {
    T on(Path path) throws IOException;
  }

  private <T> T run(Work<T> work) {
    try {
      return work.on(path());
    } catch (IOException e) {
      throw DbException.convertIOException(e, name);
    }
  }

  @Override
  public long size() {
    return exists() ? run(Files::size) : 0;
  }

  @Override
  public void moveTo(FilePath newName, boolean atomicReplace) {
    Path target = ((SimulatedFilePath) newName).path();
    run(
        path ->
            atomicReplace
                ? Files.move(path, target, StandardCopyOption.ATOMIC_MOVE)
                : Files.move(path, target));
  }

  @Override
  public boolean createFile() {
    return run(
        path -> {
          try {
            Files.createFile(path);
            return true;
          } catch (FileAlreadyExistsException e) {
            return false;
          }
        });
  }

  @Override
  public boolean exists() {
    return Files.exists(path());
  }

  @Override
  public void delete() {
    run(Files::deleteIfExists);
  }

  @Override
  public List<FilePath> newDirectoryStream() {
    return run(
        path -> {
          try (Stream<Path> files = Files.list(path)) {
            // A list that wrappers may change.
            return files.<FilePath>map(SimulatedFilePath::of).collect(toCollection(ArrayList::new));
          }
        });
  }

  @Override
  public FilePath toRealPath() {
    return of(path().normalize());
  }

  @Override
  public @Nullable FilePath getParent() {
    Path parent = path().getParent();
    return parent == null ? null : of(parent);
  }

  @Override
  public boolean isDirectory() {
    return Files.isDirectory(path());
  }

  @Override
  public boolean isRegularFile() {
    return Files.isRegularFile(path());
  }

  @Override
  public boolean isAbsolute() {
    return true;
  }

  @Override
  public long lastModified() {
    return exists() ? run(path -> Files.getLastModifiedTime(path).toMillis()) : 0;
  }

  @Override
  public boolean canWrite() {
    return true;
  }

  @Override
  public boolean setReadOnly() {
    return false;
  }

  @Override
  public void createDirectory() {
    if (hasPower()) {
      run(Files::createDirectory);
    }
  }

  /** Goes nowhere without power: H2 would print that it cannot write its trace file. */
  @Override
  public OutputStream newOutputStream(boolean append) throws IOException {
    return hasPower() ? super.newOutputStream(append) : OutputStream.nullOutputStream();
  }

  private boolean hasPower() {
    return !SimulatedPath.of(path()).disk().isOff();
  }
}
