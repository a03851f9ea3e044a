package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * A disk in memory whose power can be cut: what was not forced is lost by then, in ways that a seed
 * decides. Its files are used through {@link #root}, by anything that takes a {@link Path}.
 *
 * <p>H2 finds a database by the URI of its path: {@code "jdbc:h2:" + path.toUri()}.
 *
 * <p>Each changing call has a number, from 1 on; at a number calls fail or the power goes. Thread
 * safe.
 */
public final class SimulatedDisk {
  private static final AtomicLong IDS = new AtomicLong();
  private static final Map<String, WeakReference<SimulatedDisk>> DISKS = new ConcurrentHashMap<>();

  static {
    SimulatedFilePath.register();
  }

  private final String id = "disk" + IDS.incrementAndGet();
  private final long seed;
  private final SimulatedFileSystem fileSystem = new SimulatedFileSystem(this);
  private final Calls calls = new Calls();
  private final Tree tree;
  private volatile CallListener listener = (kind, path) -> {};
  private boolean off;

  /**
   * An empty disk without limit.
   *
   * @param seed decides what survives a cut
   */
  public SimulatedDisk(long seed) {
    this(seed, new Tree(counting(new AtomicLong())));
  }

  /** As {@link #SimulatedDisk(long)}; files are changed at the times of a clock. */
  public SimulatedDisk(long seed, Clock clock) {
    this(seed, new Tree(() -> FileTime.from(clock.instant())));
  }

  /** A millisecond later each time. */
  private static Supplier<FileTime> counting(AtomicLong millis) {
    return () -> FileTime.fromMillis(millis.incrementAndGet());
  }

  private SimulatedDisk(long seed, Tree tree) {
    this.seed = seed;
    this.tree = tree;
    DISKS.values().removeIf(disk -> disk.get() == null);
    DISKS.put(id, new WeakReference<>(this));
  }

  /** The disk of a URI's authority. */
  static SimulatedDisk find(String id) {
    WeakReference<SimulatedDisk> found = DISKS.get(id);
    SimulatedDisk disk = found == null ? null : found.get();
    if (disk == null) {
      throw new FileSystemNotFoundException(id);
    }
    return disk;
  }

  /** The directory of all files. */
  public Path root() {
    return fileSystem.getPath("/");
  }

  /** What decides what survives; for the message of a test that fails. */
  public long seed() {
    return seed;
  }

  /**
   * Cuts the power, if it is not off yet: from now on every call fails. May be called again, for
   * what would have survived otherwise.
   *
   * @return a disk with what survived; with the same capacity and time and the next seed, but
   *     without failures and listener
   */
  public synchronized SimulatedDisk cut(CutMode mode) {
    off = true;
    SplittableRandom random = new SplittableRandom(seed);
    long next = random.nextLong();
    return new SimulatedDisk(next, tree.surviving(mode, random));
  }

  /** How many changing calls there were. */
  public synchronized long calls() {
    return calls.made();
  }

  /** Cuts the power at a call, before it takes effect. */
  public synchronized void cutAt(long number) {
    calls.cutAt(number);
  }

  public synchronized boolean isOff() {
    return off;
  }

  /** Makes one call fail. A force that fails forgets what it was to write, as on Linux. */
  public void failAt(long number, FailureKind kind) {
    failAt(number, kind, (call, path) -> true);
  }

  /** Makes the first call fail that matches, from a number on. */
  public synchronized void failAt(
      long number, FailureKind kind, BiPredicate<CallKind, Path> matches) {
    calls.add(new Calls.Rule(number, kind, matches, true));
  }

  /** Makes all calls fail from a number on. */
  public void failFrom(long number, FailureKind kind) {
    failFrom(number, kind, (call, path) -> true);
  }

  /** Makes all calls fail that match, from a number on. */
  public synchronized void failFrom(
      long number, FailureKind kind, BiPredicate<CallKind, Path> matches) {
    calls.add(new Calls.Rule(number, kind, matches, false));
  }

  /** Ends all failures that were asked for. */
  public synchronized void heal() {
    calls.heal();
  }

  /**
   * Limits the space.
   *
   * @param bytes each file and each directory takes a block of 4096 besides its content
   */
  public synchronized void capacity(long bytes) {
    tree.space().capacity(bytes);
  }

  /** Hears of each changing call. */
  public void listen(CallListener heard) {
    listener = heard;
  }

  String id() {
    return id;
  }

  SimulatedFileSystem fileSystem() {
    return fileSystem;
  }

  /** Does something with the files. */
  interface Work<T> {
    T on(Tree tree) throws IOException;
  }

  /** Changes something, with one call. */
  <T> T change(CallKind kind, Path path, Work<T> work) throws IOException {
    listener.before(kind, path);
    synchronized (this) {
      requirePower();
      if (calls.next()) {
        off = true;
      }
      requirePower();
      calls.check(kind, path);
      return work.on(tree);
    }
  }

  /** Looks at something. */
  synchronized <T> T look(Work<T> work) throws IOException {
    requirePower();
    return work.on(tree);
  }

  /** Closes a channel, which is possible without power. */
  synchronized void closed(Node node) {
    tree.closed(node);
  }

  /** A force failed, if not for want of power. */
  synchronized void notForced(Node node) {
    if (!off && node instanceof FileNode file) {
      file.forgetChanges();
    }
  }

  private void requirePower() throws IOException {
    if (off) {
      throw new IOException("the power is off");
    }
  }
}
