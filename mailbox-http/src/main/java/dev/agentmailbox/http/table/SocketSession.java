package dev.agentmailbox.http.table;

/**
 * What an operation does with a WebSocket it lets a caller open. Calls come from several threads,
 * but {@link #text} one at a time.
 */
public interface SocketSession {
  /** The connection is open. Must not block. */
  void opened(SocketPeer peer);

  /** The caller sent a text message. May block. */
  void text(String message);

  /** The caller answered a ping. Must not block. */
  void pong();

  /** The connection has ended, or never came about. Called once. Must not block. */
  void closed();
}
