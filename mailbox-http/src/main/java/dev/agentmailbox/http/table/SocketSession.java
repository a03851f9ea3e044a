package dev.agentmailbox.http.table;

/** Handles an open WebSocket. Called from several threads, {@link #text} one at a time. */
public interface SocketSession {
  /** The connection is open. Must not block. */
  void opened(SocketPeer peer);

  /** The client sent a text message. May block. */
  void text(String message);

  /** The client sent a pong. Must not block. */
  void pong();

  /** The connection has ended or failed to open. Called once. Must not block. */
  void closed();
}
