package dev.agentmailbox.store.h2.disk;

import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** A file or directory, whatever its name. Guarded by the lock of its disk. */
abstract sealed class Node permits FileNode, DirectoryNode {
  private final long number;
  private Attributes attributes;
  private Attributes durable;
  private int links;
  private int opened;

  /** What is known of a file beside its bytes. */
  record Attributes(Set<PosixFilePermission> permissions, FileTime modified) {
    Attributes {
      permissions = Set.copyOf(permissions);
    }

    Attributes at(FileTime time) {
      return new Attributes(permissions, time);
    }
  }

  Node(long number, Attributes attributes) {
    this.number = number;
    this.attributes = attributes;
    this.durable = attributes;
  }

  /** Differs from that of every other node of the disk. */
  long number() {
    return number;
  }

  Attributes attributes() {
    return attributes;
  }

  Attributes durableAttributes() {
    return durable;
  }

  void attributes(Attributes changed) {
    attributes = changed;
  }

  void touch(FileTime time) {
    attributes = attributes.at(time);
  }

  void forceAttributes() {
    durable = attributes;
  }

  void link(int change) {
    links += change;
  }

  void opened(int change) {
    opened += change;
  }

  /** Whether no name and no channel leads to it: its space is free. */
  boolean isGone() {
    return links == 0 && opened == 0;
  }

  /** How many blocks it takes. */
  abstract long blocks();
}
