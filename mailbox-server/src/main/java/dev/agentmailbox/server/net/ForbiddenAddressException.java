package dev.agentmailbox.server.net;

import java.net.UnknownHostException;

/** A name resolves to an address that must not be connected to. */
public final class ForbiddenAddressException extends UnknownHostException {
  private static final long serialVersionUID = 1L;

  ForbiddenAddressException() {
    super("the name has an address that is not public");
  }
}
