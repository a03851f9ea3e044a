package dev.agentmailbox.http.table;

/** The other end of an open WebSocket. Thread safe; nothing blocks, nothing throws. */
public interface SocketPeer {
  /**
   * Sends a text message after those before it. A caller that is too far behind is cut off instead.
   *
   * @param text UTF-8; must not be changed afterwards
   */
  void send(byte[] text);

  void ping();

  /**
   * Says why the connection ends and ends it; what waits to be sent is dropped.
   *
   * @param code as in RFC 6455 section 7.4, or 4000 to 4999
   */
  void close(int code, String reason);
}
