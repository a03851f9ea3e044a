package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;

/**
 * A path on a disk; a path of the default file system does the arithmetic. A relative one is meant
 * from the disk's root on.
 */
record SimulatedPath(SimulatedFileSystem fileSystem, Path text) implements Path {
  private static final Path ROOT = Path.of("/");

  static SimulatedPath of(Path path) {
    if (path instanceof SimulatedPath simulated) {
      return simulated;
    }
    throw new ProviderMismatchException();
  }

  private Path text(Path other) {
    SimulatedPath simulated = of(other);
    if (simulated.fileSystem != fileSystem) {
      throw new ProviderMismatchException();
    }
    return simulated.text;
  }

  private SimulatedPath with(Path changed) {
    return new SimulatedPath(fileSystem, changed);
  }

  private @Nullable Path withOptional(@Nullable Path changed) {
    return changed == null ? null : with(changed);
  }

  SimulatedDisk disk() {
    return fileSystem.disk();
  }

  @Override
  public SimulatedFileSystem getFileSystem() {
    return fileSystem;
  }

  @Override
  public boolean isAbsolute() {
    return text.isAbsolute();
  }

  @Override
  public @Nullable Path getRoot() {
    return withOptional(text.getRoot());
  }

  @Override
  public @Nullable Path getFileName() {
    return withOptional(text.getFileName());
  }

  @Override
  public @Nullable Path getParent() {
    return withOptional(text.getParent());
  }

  @Override
  public int getNameCount() {
    return text.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return with(text.getName(index));
  }

  @Override
  public Path subpath(int beginIndex, int endIndex) {
    return with(text.subpath(beginIndex, endIndex));
  }

  @Override
  public boolean startsWith(Path other) {
    return isOfThis(other) && text.startsWith(text(other));
  }

  @Override
  public boolean endsWith(Path other) {
    return isOfThis(other) && text.endsWith(text(other));
  }

  private boolean isOfThis(Path other) {
    return other.getFileSystem() == fileSystem;
  }

  @Override
  public Path normalize() {
    return with(text.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return with(text.resolve(text(other)));
  }

  @Override
  public Path relativize(Path other) {
    return with(text.relativize(text(other)));
  }

  @Override
  public URI toUri() {
    try {
      return new URI(
          SimulatedProvider.SCHEME, disk().id(), toAbsolutePath().toString(), null, null);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Path toAbsolutePath() {
    return with(ROOT.resolve(text));
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    Path real = toAbsolutePath().normalize();
    fileSystem.provider().checkAccess(real);
    return real;
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int compareTo(Path other) {
    return text.compareTo(of(other).text);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
