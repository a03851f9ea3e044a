package dev.agentmailbox.server.smtp;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening socket that can be closed before the library stops. The library's accept loop treats
 * a socket closed by others as an error, so after {@link #stopListening} accept blocks until the
 * library closes it.
 */
final class DrainableServerSocket extends ServerSocket {
  private static final Logger LOG = LoggerFactory.getLogger(DrainableServerSocket.class);

  private final CountDownLatch closedByLibrary = new CountDownLatch(1);
  private volatile boolean draining;

  DrainableServerSocket() throws IOException {
    // Declared by the superclass.
  }

  void stopListening() {
    draining = true;
    try {
      super.close();
    } catch (IOException e) {
      LOG.warn("closing the SMTP port failed: {}", e.toString());
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
