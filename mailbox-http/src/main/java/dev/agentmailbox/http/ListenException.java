package dev.agentmailbox.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/** An address cannot be listened on; the message is one line with the address and the reason. */
public final class ListenException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  private final InetSocketAddress address;

  ListenException(InetSocketAddress address, IOException cause) {
    super(
        "cannot listen on "
            + address.getHostString()
            + ":"
            + address.getPort()
            + ": "
            + cause.getMessage(),
        cause);
    this.address = address;
  }

  /** The address; unresolved when its host has none. */
  public InetSocketAddress address() {
    return address;
  }
}
