package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and directories readable by their owner only: 0600 and 0700, where the file system
 * has modes.
 */
public final class OwnerOnly {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private OwnerOnly() {}

  /** Creates a directory and its missing parents. */
  public static void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, mode("rwx------"));
  }

  /** Creates a new file for writing. */
  public static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), fileMode());
  }

  /** The mode of a new file. */
  static FileAttribute<?>[] fileMode() {
    return mode("rw-------");
  }

  /** Restricts an existing file or directory to its owner. */
  public static void restrict(Path path) throws IOException {
    if (POSIX) {
      String mode = Files.isDirectory(path) ? "rwx------" : "rw-------";
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }
  }

  private static FileAttribute<?>[] mode(String text) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }
}
