package dev.agentmailbox.store.jdbc.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The few requests to an S3-compatible service that keeping mail needs. A request that fails for
 * now is repeated a few times; each can be, because an object is written once and never changed.
 * Nothing takes longer than {@link #WHOLE}. Thread safe.
 */
final class BucketClient {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** One attempt, from the connection to the last byte. */
  private static final Duration ATTEMPT = Duration.ofSeconds(10);

  /** All attempts of one request. */
  static final Duration WHOLE = Duration.ofSeconds(25);

  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final int MAX_LISTED = 1_000;
  private static final int HASH_BUFFER_BYTES = 64 * 1024;
  private static final String NO_BODY = RequestSignature.hash(new byte[0]);

  private final BucketAddress address;
  private final RequestSignature signature;
  private final Clock clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();

  BucketClient(BucketAddress address, Clock clock) {
    this.address = address;
    this.signature = new RequestSignature(address);
    this.clock = clock;
  }

  /**
   * An answer with its whole body, which is bounded by what was asked for.
   *
   * @param size of the object where only that was asked for
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Answer(int status, byte[] body, long size) {}

  /** What is to be sent; opened once for each attempt. */
  interface Body {
    long size();

    InputStream open() throws IOException;
  }

  /** Writes an object; returns when the service says that it is kept. */
  void put(String name, Body body) throws IOException {
    String hash = hash(body);
    expect(200, call("PUT", path(name), Map.of(), "", body, hash));
  }

  /** The bytes of an object; empty when there is none of that name. */
  OptionalLong size(String name) throws IOException {
    Answer answer = call("HEAD", path(name), Map.of(), "", null, NO_BODY);
    if (answer.status() == 404) {
      return OptionalLong.empty();
    }
    expect(200, answer);
    return OptionalLong.of(answer.size());
  }

  /**
   * Some bytes of an object that is there.
   *
   * @param length one or more, and not more than there are
   */
  byte[] get(String name, long from, int length) throws IOException {
    String range = "bytes=" + from + "-" + (from + length - 1);
    Answer answer = call("GET", path(name), Map.of(), range, null, NO_BODY);
    if (answer.status() != 200) {
      expect(206, answer);
    }
    return answer.body();
  }

  /** Removes an object; one that is gone is no error. */
  void delete(String name) throws IOException {
    Answer answer = call("DELETE", path(name), Map.of(), "", null, NO_BODY);
    if (answer.status() != 404 && answer.status() != 200) {
      expect(204, answer);
    }
  }

  /** Names after a name in alphabetical order, at most a thousand. */
  List<String> list(String prefix, String after) throws IOException {
    Map<String, String> query =
        Map.of(
            "list-type",
            "2",
            "max-keys",
            Integer.toString(MAX_LISTED),
            "prefix",
            address.folder() + prefix,
            "start-after",
            address.folder() + prefix + after);
    Answer answer = call("GET", "/" + address.bucket(), query, "", null, NO_BODY);
    expect(200, answer);
    List<String> names = new ArrayList<>();
    for (String key : keys(answer.body())) {
      names.add(key.substring(address.folder().length()));
    }
    return names;
  }

  private String path(String name) {
    return "/" + address.bucket() + "/" + RequestSignature.encode(address.folder() + name, true);
  }

  private Answer call(
      String method,
      String path,
      Map<String, String> query,
      String range,
      @Nullable Body body,
      String hash)
      throws IOException {
    long end = System.nanoTime() + WHOLE.toNanos();
    long pause = FIRST_PAUSE.toNanos();
    for (int attempt = 1; ; attempt++) {
      boolean last = attempt == ATTEMPTS || System.nanoTime() + ATTEMPT.toNanos() > end;
      try {
        Answer answer = attempt(method, path, query, range, body, hash);
        if (last || !isForNow(answer.status())) {
          return answer;
        }
      } catch (IOException failure) {
        if (last) {
          throw failure;
        }
      }
      LockSupport.parkNanos(pause + ThreadLocalRandom.current().nextLong(pause));
      pause *= 2;
    }
  }

  private static boolean isForNow(int status) {
    return status == 408 || status == 429 || status >= 500;
  }

  private Answer attempt(
      String method,
      String path,
      Map<String, String> query,
      String range,
      @Nullable Body body,
      String hash)
      throws IOException {
    String asked = query.isEmpty() ? "" : "?" + RequestSignature.query(query);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address.endpoint() + path + asked))
            .timeout(ATTEMPT)
            .method(method, body == null ? BodyPublishers.noBody() : publisher(body));
    signature.headers(method, path, query, hash, clock.instant()).forEach(request::header);
    if (!range.isEmpty()) {
      request.header("Range", range);
    }
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request.build(), BodyHandlers.ofByteArray());
    try {
      HttpResponse<byte[]> response = answer.get(ATTEMPT.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(response.statusCode(), response.body(), size(response));
    } catch (TimeoutException | ExecutionException e) {
      answer.cancel(true);
      throw new IOException("the bucket " + address + " does not answer");
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static long size(HttpResponse<byte[]> response) {
    return response.headers().firstValueAsLong("content-length").orElse(0);
  }

  private static BodyPublisher publisher(Body body) {
    BodyPublisher bytes =
        BodyPublishers.ofInputStream(
            () -> {
              try {
                return body.open();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return body.size() == 0
        ? BodyPublishers.noBody()
        : BodyPublishers.fromPublisher(bytes, body.size());
  }

  private static String hash(Body body) throws IOException {
    MessageDigest digest = RequestSignature.sha256();
    byte[] buffer = new byte[HASH_BUFFER_BYTES];
    try (InputStream in = body.open()) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void expect(int status, Answer answer) throws IOException {
    if (answer.status() != status) {
      throw unexpected(answer);
    }
  }

  private IOException unexpected(Answer answer) {
    return new IOException("the bucket " + address + " answered " + answer.status());
  }

  /** The keys of a ListBucketResult; no document types and nothing from elsewhere is read. */
  private static List<String> keys(byte[] xml) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    List<String> keys = new ArrayList<>();
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(xml));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamReader.START_ELEMENT && reader.getLocalName().equals("Key")) {
          keys.add(reader.getElementText());
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException("the list of a bucket cannot be read", e);
    }
    return keys;
  }
}
