package dev.agentmailbox.store.h2.disk;

import dev.agentmailbox.store.h2.disk.EntryChange.Entry;
import dev.agentmailbox.store.h2.disk.EntryChange.Name;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The files and directories of a disk. Guarded by the disk's lock. */
final class Tree {
  private static final Set<PosixFilePermission> DIRECTORY_MODE =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private final Supplier<FileTime> times;
  private final Space space;
  private final EntryLog log = new EntryLog();
  private final DirectoryNode root;
  private long numbers;

  /**
   * An empty one.
   *
   * @param times of changes
   */
  Tree(Supplier<FileTime> times) {
    this.times = times;
    this.space = new Space();
    this.root = new DirectoryNode(++numbers, attributes(DIRECTORY_MODE));
    add(root);
  }

  private Tree(Tree old, CutMode mode, SplittableRandom random) {
    this.times = old.times;
    this.space = new Space(old.space.capacity());
    this.root = new Survivors(mode, random, () -> ++numbers).of(old.root, old.log);
    add(root);
  }

  private void add(Node node) {
    node.link(1);
    count(node);
  }

  private void count(Node node) {
    space.change(node.blocks());
    if (node instanceof DirectoryNode directory) {
      directory.current().values().forEach(this::count);
    }
  }

  /** What is there after the power went. */
  Tree surviving(CutMode mode, SplittableRandom random) {
    return new Tree(this, mode, random);
  }

  Space space() {
    return space;
  }

  Node node(Path path) throws IOException {
    Node node = root;
    for (Path name : normal(path)) {
      Node next = node instanceof DirectoryNode in ? in.current().get(name.toString()) : null;
      if (next == null) {
        throw new NoSuchFileException(path.toString());
      }
      node = next;
    }
    return node;
  }

  DirectoryNode directory(Path path) throws IOException {
    if (node(path) instanceof DirectoryNode directory) {
      return directory;
    }
    throw new FileSystemException(path.toString(), null, "Not a directory");
  }

  /** The node of a name, if there is one; its directory must be there. */
  Optional<Node> find(Path path) throws IOException {
    Path normal = normal(path);
    Path parent = normal.getParent();
    return parent == null
        ? Optional.of(root)
        : Optional.ofNullable(directory(parent).current().get(fileName(normal)));
  }

  private static Path normal(Path path) {
    return path.toAbsolutePath().normalize();
  }

  private static String fileName(Path normal) {
    Path name = normal.getFileName();
    return name == null ? "" : name.toString();
  }

  private Name name(Path path) throws IOException {
    Path normal = normal(path);
    Path parent = normal.getParent();
    if (parent == null) {
      throw new FileSystemException(path.toString(), null, "Device or resource busy");
    }
    return new Name(directory(parent), fileName(normal));
  }

  FileNode createFile(Path path, Set<PosixFilePermission> mode) throws IOException {
    FileNode made = new FileNode(++numbers, attributes(mode));
    create(path, made);
    return made;
  }

  void createDirectory(Path path, Set<PosixFilePermission> mode) throws IOException {
    create(path, new DirectoryNode(++numbers, attributes(mode)));
  }

  private Node.Attributes attributes(Set<PosixFilePermission> mode) {
    return new Node.Attributes(mode, times.get());
  }

  private void create(Path path, Node made) throws IOException {
    if (find(path).isPresent()) {
      throw new FileAlreadyExistsException(path.toString());
    }
    Name name = name(path);
    space.requireFree();
    add(made);
    change(new EntryChange(List.of(new Entry(name, made))));
  }

  void delete(Path path) throws IOException {
    Node node = node(path);
    requireEmpty(node, path);
    change(new EntryChange(List.of(new Entry(name(path), null))));
    unlink(node);
  }

  private static void requireEmpty(Node node, Path path) throws DirectoryNotEmptyException {
    if (node instanceof DirectoryNode directory && !directory.current().isEmpty()) {
      throw new DirectoryNotEmptyException(path.toString());
    }
  }

  void move(Path from, Path to, boolean replace) throws IOException {
    Node node = node(from);
    Optional<Node> replaced = find(to);
    if (replaced.isPresent()) {
      if (replaced.get() == node) {
        return;
      }
      if (!replace) {
        throw new FileAlreadyExistsException(to.toString());
      }
      requireReplaceable(replaced.get(), node, to);
    }
    if (normal(to).startsWith(normal(from))) {
      throw new FileSystemException(from.toString(), to.toString(), "Invalid argument");
    }
    change(new EntryChange(List.of(new Entry(name(from), null), new Entry(name(to), node))));
    replaced.ifPresent(this::unlink);
  }

  private static void requireReplaceable(Node old, Node by, Path path) throws IOException {
    if (old instanceof DirectoryNode != by instanceof DirectoryNode) {
      throw new FileSystemException(
          path.toString(), null, old instanceof FileNode ? "Not a directory" : "Is a directory");
    }
    requireEmpty(old, path);
  }

  private void change(EntryChange change) {
    log.add(change);
    change.entries().forEach(entry -> entry.name().directory().touch(times.get()));
  }

  private void unlink(Node node) {
    node.link(-1);
    freeIfGone(node);
  }

  private void freeIfGone(Node node) {
    if (node.isGone()) {
      space.change(-node.blocks());
    }
  }

  void closed(Node node) {
    node.opened(-1);
    freeIfGone(node);
  }

  /** Writes what fits, and moves the position of the bytes behind it. */
  int write(FileNode file, long at, ByteBuffer bytes) throws IOException {
    int fitting = file.fitting(at, bytes.remaining(), space.freeBlocks());
    if (fitting == 0 && bytes.hasRemaining()) {
      throw FailureKind.NO_SPACE.exception();
    }
    byte[] own = new byte[fitting];
    bytes.get(own);
    long before = file.blocks();
    file.write(at, ByteBuffer.wrap(own));
    space.change(file.blocks() - before);
    file.touch(times.get());
    return fitting;
  }

  void truncate(FileNode file, long length) {
    long before = file.blocks();
    file.truncate(length);
    space.change(file.blocks() - before);
    file.touch(times.get());
  }

  void force(Node node) {
    if (node instanceof FileNode file) {
      file.force();
    } else if (node instanceof DirectoryNode directory) {
      log.force(directory);
      directory.forceAttributes();
    }
  }
}
