package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Words for failures of files: the messages of some exceptions are file names only. */
public final class FileProblem {
  private FileProblem() {}

  /** One line with the file, where known, and the reason. */
  public static String words(IOException failure) {
    String text = String.valueOf(failure.getMessage());
    if (failure instanceof NoSuchFileException) {
      return text + " does not exist";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return text + " already exists";
    }
    if (failure instanceof NotDirectoryException) {
      return text + " is not a directory";
    }
    if (failure instanceof AccessDeniedException) {
      return text + ": permission denied";
    }
    return failure instanceof FileSystemException named && named.getReason() == null
        ? text + " cannot be used"
        : text;
  }
}
