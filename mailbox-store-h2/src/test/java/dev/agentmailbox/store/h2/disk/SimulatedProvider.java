package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds disks and works on their files. A path as URI is {@code simdisk://<disk>/<path>}. Holds
 * nothing itself, so that one made by Java's own registry does as well.
 */
public final class SimulatedProvider extends FileSystemProvider {
  static final String SCHEME = "simdisk";
  static final SimulatedProvider INSTANCE = new SimulatedProvider();

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
    throw new UnsupportedOperationException("a disk is made by its constructor");
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return SimulatedDisk.find(uri.getAuthority()).fileSystem();
  }

  @Override
  public Path getPath(URI uri) {
    return getFileSystem(uri).getPath(uri.getPath());
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    return SimulatedChannel.open(
        SimulatedPath.of(path), options, mode(attrs, PosixFilePermissions.fromString("rw-r--r--")));
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    return newFileChannel(path, options, attrs);
  }

  @SuppressWarnings("unchecked") // The attribute of this name has this type.
  private static Set<PosixFilePermission> mode(
      FileAttribute<?>[] attributes, Set<PosixFilePermission> usual) {
    Set<PosixFilePermission> mode = usual;
    for (FileAttribute<?> attribute : attributes) {
      if (!attribute.name().equals("posix:permissions")) {
        throw new UnsupportedOperationException(attribute.name());
      }
      mode = (Set<PosixFilePermission>) attribute.value();
    }
    return mode;
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> entries =
        SimulatedPath.of(dir)
            .disk()
            .look(
                tree -> {
                  if (tree.node(dir) instanceof DirectoryNode directory) {
                    return directory.current().keySet().stream().map(dir::resolve).toList();
                  }
                  throw new NotDirectoryException(dir.toString());
                });
    return Listing.of(entries, filter);
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attrs) throws IOException {
    Set<PosixFilePermission> mode = mode(attrs, PosixFilePermissions.fromString("rwxr-xr-x"));
    SimulatedDisk disk = SimulatedPath.of(dir).disk();
    // Not a call that changes anything.
    if (disk.look(tree -> tree.find(dir)).isPresent()) {
      throw new FileAlreadyExistsException(dir.toString());
    }
    disk.change(
        CallKind.CREATE,
        dir,
        tree -> {
          tree.createDirectory(dir, mode);
          return dir;
        });
  }

  @Override
  public void delete(Path path) throws IOException {
    SimulatedDisk disk = SimulatedPath.of(path).disk();
    // Not a call that changes anything when nothing is there.
    disk.look(tree -> tree.node(path));
    disk.change(
        CallKind.DELETE,
        path,
        tree -> {
          tree.delete(path);
          return path;
        });
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    List<CopyOption> wanted = Arrays.asList(options);
    if (wanted.contains(StandardCopyOption.REPLACE_EXISTING)) {
      Files.deleteIfExists(target);
    }
    if (Files.isDirectory(source)) {
      createDirectory(target);
    } else {
      try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
          FileChannel out =
              FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        in.transferTo(0, in.size(), out);
      }
    }
    if (wanted.contains(StandardCopyOption.COPY_ATTRIBUTES)) {
      Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(source));
      Files.setLastModifiedTime(target, Files.getLastModifiedTime(source));
    }
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    List<CopyOption> wanted = Arrays.asList(options);
    boolean replace =
        wanted.contains(StandardCopyOption.REPLACE_EXISTING)
            || wanted.contains(StandardCopyOption.ATOMIC_MOVE);
    SimulatedPath from = SimulatedPath.of(source);
    if (from.getFileSystem() != target.getFileSystem()) {
      throw new UnsupportedOperationException("a move to another disk");
    }
    from.disk()
        .change(
            CallKind.MOVE,
            target,
            tree -> {
              tree.move(source, target, replace);
              return target;
            });
  }

  @Override
  public boolean isSameFile(Path path, Path path2) throws IOException {
    return path.toRealPath().equals(path2.toRealPath());
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    checkAccess(path);
    return new SimulatedFileStore(SimulatedPath.of(path).disk());
  }

  /** Everything is allowed, as it is to root. */
  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    SimulatedPath.of(path).disk().look(tree -> tree.node(path));
  }

  @Override
  public <V extends FileAttributeView> @Nullable V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return type.isAssignableFrom(PosixFileAttributeView.class)
        ? type.cast(new SimulatedAttributeView(SimulatedPath.of(path)))
        : null;
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (!type.isAssignableFrom(PosixFileAttributes.class)) {
      throw new UnsupportedOperationException(type.getName());
    }
    return type.cast(new SimulatedAttributeView(SimulatedPath.of(path)).readAttributes());
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
    throw new UnsupportedOperationException("attributes by name");
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw new UnsupportedOperationException("attributes by name");
  }

  /** The entries of a directory at one moment. */
  private record Listing(List<Path> entries) implements DirectoryStream<Path> {
    static Listing of(List<Path> all, DirectoryStream.Filter<? super Path> filter)
        throws IOException {
      List<Path> entries = new ArrayList<>();
      for (Path path : all) {
        if (filter.accept(path)) {
          entries.add(path);
        }
      }
      return new Listing(entries);
    }

    @Override
    public Iterator<Path> iterator() {
      return entries.iterator();
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
