package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening socket that can stop listening before the library stops. The library's accept loop
 * takes a closed socket for a fault unless it closed the socket itself, so after {@link
 * #stopListening} it is made to wait until it does.
 */
final class DrainableServerSocket extends ServerSocket {
  private static final Logger log = LoggerFactory.getLogger(DrainableServerSocket.class);

  private final CountDownLatch closedByLibrary = new CountDownLatch(1);
  private volatile boolean draining;

  DrainableServerSocket() throws IOException {
    // Only declares what the super-class may throw.
  }

  void stopListening() {
    draining = true;
    try {
      super.close();
    } catch (IOException e) {
      log.warn("the SMTP port could not be closed: {}", e.toString());
    }
  }

  @Override
  public Socket accept() throws IOException {
    try {
      return super.accept();
    } catch (SocketException e) {
      if (draining) {
        awaitClose();
      }
      throw e;
    }
  }

  private void awaitClose() {
    try {
      closedByLibrary.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    closedByLibrary.countDown();
    super.close();
  }
}
