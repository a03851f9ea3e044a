package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import org.jspecify.annotations.Nullable;

/** Says how much space a disk has. */
final class SimulatedFileStore extends FileStore {
  private final SimulatedDisk disk;

  SimulatedFileStore(SimulatedDisk disk) {
    this.disk = disk;
  }

  @Override
  public String name() {
    return disk.id();
  }

  @Override
  public String type() {
    return SimulatedProvider.SCHEME;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public long getTotalSpace() throws IOException {
    return disk.look(tree -> tree.space().capacity());
  }

  @Override
  public long getUsableSpace() throws IOException {
    return disk.look(tree -> tree.space().free());
  }

  @Override
  public long getUnallocatedSpace() throws IOException {
    return getUsableSpace();
  }

  @Override
  public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
    return type.isAssignableFrom(PosixFileAttributeView.class);
  }

  @Override
  public boolean supportsFileAttributeView(String name) {
    return disk.fileSystem().supportedFileAttributeViews().contains(name);
  }

  @Override
  public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
    return null;
  }

  @Override
  public Object getAttribute(String attribute) {
    throw new UnsupportedOperationException();
  }
}
