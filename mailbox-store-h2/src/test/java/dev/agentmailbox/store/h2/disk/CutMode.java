package dev.agentmailbox.store.h2.disk;

/** What survives of that which was not forced when the power goes. */
public enum CutMode {
  /** Nothing. */
  NOTHING,

  /** Everything. */
  ALL,

  /** The first of each file's writes and of each name's changes, up to a random one. */
  PREFIX,

  /**
   * Any part of any write, by blocks or by sectors: lost, torn and reordered. Changes of one name
   * stay in their order, up to a random one.
   */
  SOME
}
