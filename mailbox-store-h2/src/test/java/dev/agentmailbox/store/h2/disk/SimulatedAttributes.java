package dev.agentmailbox.store.h2.disk;

import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/** The attributes of a file or directory at one moment; it has one time only. */
record SimulatedAttributes(Long fileKey, boolean isRegularFile, long size, Node.Attributes known)
    implements PosixFileAttributes {
  @Override
  public boolean isDirectory() {
    return !isRegularFile;
  }

  @Override
  public boolean isSymbolicLink() {
    return false;
  }

  @Override
  public boolean isOther() {
    return false;
  }

  @Override
  public FileTime lastModifiedTime() {
    return known.modified();
  }

  @Override
  public FileTime lastAccessTime() {
    return known.modified();
  }

  @Override
  public FileTime creationTime() {
    return known.modified();
  }

  @Override
  public Set<PosixFilePermission> permissions() {
    return known.permissions();
  }

  @Override
  public UserPrincipal owner() {
    throw new UnsupportedOperationException();
  }

  @Override
  public GroupPrincipal group() {
    throw new UnsupportedOperationException();
  }
}
