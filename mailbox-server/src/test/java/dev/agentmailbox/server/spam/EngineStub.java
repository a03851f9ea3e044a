package dev.agentmailbox.server.spam;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Answers like rspamd, or not at all. */
final class EngineStub implements AutoCloseable {
  final List<Headers> envelopes = new CopyOnWriteArrayList<>();
  final List<String> messages = new CopyOnWriteArrayList<>();
  volatile String answer = "{}";
  volatile int status = 200;
  volatile boolean silent;
  private final Semaphore questions = new Semaphore(0);
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  EngineStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/checkv2", this::answer);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Waits for one more question; one whose client has left meanwhile counts, too. */
  boolean awaitQuestion() throws InterruptedException {
    return questions.tryAcquire(30, TimeUnit.SECONDS);
  }

  /** Questions that nobody waited for. */
  int questions() {
    return questions.availablePermits();
  }

  private void answer(HttpExchange exchange) throws IOException {
    questions.release();
    envelopes.add(exchange.getRequestHeaders());
    messages.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
    if (silent) {
      awaitEnd();
    }
    byte[] body = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
