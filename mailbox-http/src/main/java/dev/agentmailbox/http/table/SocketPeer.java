package dev.agentmailbox.http.table;

/** The client of an open WebSocket. Thread safe; methods never block or throw. */
public interface SocketPeer {
  /**
   * Queues a text message. A client that is too far behind is disconnected instead.
   *
   * @param text UTF-8; must not be modified afterwards
   */
  void send(byte[] text);

  void ping();

  /**
   * Closes the connection with a code and reason; queued messages are dropped.
   *
   * @param code as in RFC 6455 section 7.4, or 4000 to 4999
   */
  void close(int code, String reason);
}
