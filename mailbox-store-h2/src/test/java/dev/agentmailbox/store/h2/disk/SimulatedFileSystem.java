package dev.agentmailbox.store.h2.disk;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.util.List;
import java.util.Set;

/** The file system of one disk. Its paths are written as those of Linux. */
final class SimulatedFileSystem extends FileSystem {
  private final SimulatedDisk disk;

  SimulatedFileSystem(SimulatedDisk disk) {
    this.disk = disk;
  }

  SimulatedDisk disk() {
    return disk;
  }

  @Override
  public SimulatedProvider provider() {
    return SimulatedProvider.INSTANCE;
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(disk.root());
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of(new SimulatedFileStore(disk));
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic", "posix");
  }

  @Override
  public Path getPath(String first, String... more) {
    return new SimulatedPath(this, FileSystems.getDefault().getPath(first, more));
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher(syntaxAndPattern);
    return path -> matcher.matches(Path.of(path.toString()));
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException();
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException();
  }
}
