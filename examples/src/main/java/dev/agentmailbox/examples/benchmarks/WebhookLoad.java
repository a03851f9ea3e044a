package dev.agentmailbox.examples.benchmarks;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/**
 * A thousand endpoints and steady mail: latency at healthy endpoints with and without dead ones;
 * then the throughput of a backlog, compared to a bare client.
 */
public final class WebhookLoad {
  private static final int ENDPOINTS = Integer.getInteger("endpoints", 1_000);
  private static final int PER_SECOND = Integer.getInteger("rate", 200);
  private static final int SECONDS = Integer.getInteger("seconds", 20);
  private static final int WARM_SECONDS = Integer.getInteger("warm", 15);
  private static final int BACKLOG = 10;
  private static final int QUIET_SECONDS = 15;

  /** Concurrent posts of the bare client: the number of dispatcher workers. */
  private static final int THREADS = 64;

  private static final String COMMON = "bench-common@agents.localhost";

  private WebhookLoad() {}

  /**
   * Runs against a running server.
   *
   * @param args base URL, key, SMTP port, log of the server, port for the receiver, and n so that
   *     every nth endpoint never responds: 0 for none
   */
  public static void main(String[] args) throws Exception {
    BenchServer server = new BenchServer(args[0], args[1], Path.of(args[3]));
    int port = Integer.parseInt(args[4]);
    int deadEvery = Integer.parseInt(args[5]);
    Receiver receiver = new Receiver(port);
    Receiver unused = new Receiver(port + 1);
    PacedMail mail =
        new PacedMail(Integer.parseInt(args[2]), PER_SECOND * (SECONDS + WARM_SECONDS) + 1_000);
    server.createInbox("bench-common");
    for (int i = 0; i < ENDPOINTS; i++) {
      boolean dead = deadEvery > 0 && i % deadEvery == 0;
      server.createInbox("bench-" + i);
      // Dead ones are on another host: client connections are limited per host.
      String url =
          dead
              ? "http://127.0.0.1:" + (port + 1) + "/never/" + i
              : "http://127.0.0.1:" + port + "/ok/" + i;
      if (dead) {
        server.createWebhook(url, inbox(i));
      } else {
        server.createWebhook(url, inbox(i), COMMON);
      }
    }
    mail.send(PER_SECOND * WARM_SECONDS, PER_SECOND, n -> inbox(n % ENDPOINTS));
    int first = mail.sent();
    mail.send(PER_SECOND * SECONDS, PER_SECOND, n -> inbox(n % ENDPOINTS));
    int dead = deadEvery > 0 ? (ENDPOINTS + deadEvery - 1) / deadEvery : 0;
    long healthy = (long) mail.sent() / ENDPOINTS * (ENDPOINTS - dead);
    boolean whole = receiver.arrivals().await(healthy, QUIET_SECONDS);
    System.out.printf(
        "%d endpoints, %d of them dead, %d events/s, 250 to first attempt: %s%s%n",
        ENDPOINTS,
        dead,
        PER_SECOND,
        receiver.arrivals().latencies(mail, first),
        whole ? "" : " (some are missing)");
    if (dead == 0) {
      backlog(mail, receiver, port);
    }
  }

  private static String inbox(int n) {
    return "bench-" + n + "@agents.localhost";
  }

  /** Ten messages delivered to every endpoint. */
  private static void backlog(PacedMail mail, Receiver receiver, int port) throws Exception {
    TimeUnit.SECONDS.sleep(WARM_SECONDS);
    long before = receiver.arrivals().count();
    long wanted = (long) ENDPOINTS * BACKLOG;
    long start = System.nanoTime();
    mail.send(BACKLOG, 0, n -> COMMON);
    boolean whole = receiver.arrivals().await(before + wanted, QUIET_SECONDS);
    double ours =
        (receiver.arrivals().count() - before) * 1e9 / (receiver.arrivals().last() - start);
    double bare = bare(port, wanted);
    System.out.printf(
        Locale.ROOT,
        "a backlog of %d deliveries: %.0f/s, a bare pooled client %.0f/s, ratio %.2f%s%n",
        wanted,
        ours,
        bare,
        ours / bare,
        whole ? "" : " (some are missing)");
  }

  private static double bare(int port, long posts) throws Exception {
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnTotal(THREADS)
                    .setMaxConnPerRoute(THREADS)
                    .build())
            .build()) {
      String body = "{\"event_id\":\"evt_0123456789abcdef\",\"pad\":\"" + "x".repeat(400) + "\"}";
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      long start = System.nanoTime();
      for (int i = 0; i < posts; i++) {
        String url = "http://127.0.0.1:" + port + "/ok/" + i % ENDPOINTS;
        var unused =
            pool.submit(
                () -> {
                  HttpPost post = new HttpPost(url);
                  post.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
                  return client.execute(
                      post,
                      answer -> {
                        EntityUtils.consume(answer.getEntity());
                        return answer.getCode();
                      });
                });
      }
      pool.shutdown();
      if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the bare client did not end");
      }
      return posts * 1e9 / (System.nanoTime() - start);
    }
  }
}
