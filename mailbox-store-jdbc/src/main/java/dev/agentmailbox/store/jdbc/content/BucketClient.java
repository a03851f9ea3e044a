package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.hash.Sha256;
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
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
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
 * A minimal client of S3-compatible services. Temporary failures are retried a few times, which is
 * safe because objects are written once and never changed. No call takes longer than {@link
 * #WHOLE}. Thread safe.
 */
final class BucketClient {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** Timeout of one attempt, from connecting to the last byte. */
  private static final Duration ATTEMPT = Duration.ofSeconds(10);

  /** Timeout of all attempts of a request. */
  static final Duration WHOLE = Duration.ofSeconds(25);

  private static final int ATTEMPTS = 4;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final int MAX_LISTED = 1_000;

  /** Keys have up to 1,024 bytes, with as much metadata each. */
  private static final int MAX_LIST_BYTES = 4 * 1024 * 1024;

  /** Maximum size of an error response. */
  private static final int MAX_WORDS_BYTES = 64 * 1024;

  private static final String NO_SUCH_OBJECT = "NoSuchKey";
  private static final String NO_BODY = Sha256.hex(new byte[0]);

  private final BucketAddress address;
  private final RequestSignature signature;
  private final Clock clock;
  private final Duration attempt;
  private final Duration whole;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();

  BucketClient(BucketAddress address, Clock clock) {
    this(address, clock, ATTEMPT, WHOLE);
  }

  /** With given timeouts, for tests. */
  BucketClient(BucketAddress address, Clock clock, Duration attempt, Duration whole) {
    this.attempt = attempt;
    this.whole = whole;
    this.address = address;
    this.signature = new RequestSignature(address);
    this.clock = clock;
  }

  /**
   * A response with its body, truncated to the requested length.
   *
   * @param size announced body length; negative when unknown
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Answer(int status, byte[] body, long size) {}

  /**
   * A request.
   *
   * @param range byte range; empty for all
   * @param maxBytes maximum response bytes read
   */
  private record Asked(
      String method, String path, Map<String, String> query, String range, int maxBytes) {
    static Asked of(String method, String path) {
      return new Asked(method, path, Map.of(), "", MAX_WORDS_BYTES);
    }
  }

  /** A request body; opened once per attempt. */
  interface Body {
    long size();

    InputStream open() throws IOException;
  }

  /** Writes an object; returns when the service has confirmed it. */
  void put(String name, Body body) throws IOException {
    String hash = hash(body);
    expect(200, call(Asked.of("PUT", path(name)), body, hash));
  }

  /**
   * Reads an object; empty when it does not exist.
   *
   * @throws IOException the service failed; the object may still exist
   */
  OptionalLong size(String name) throws IOException {
    Answer answer = call(Asked.of("HEAD", path(name)), null, NO_BODY);
    if (answer.status() == 404) {
      // A 404 without an error code may come from a missing bucket or a proxy.
      requireNoSuchObject(
          call(
              new Asked("GET", path(name), Map.of(), range(0, 1), MAX_WORDS_BYTES), null, NO_BODY));
      return OptionalLong.empty();
    }
    expect(200, answer);
    if (answer.size() < 0) {
      throw new IOException("the bucket " + address + " sent an object without a length");
    }
    return OptionalLong.of(answer.size());
  }

  private void requireNoSuchObject(Answer answer) throws IOException {
    if (answer.status() != 404 || !texts(answer.body(), "Code").contains(NO_SUCH_OBJECT)) {
      throw unexpected(answer);
    }
  }

  private static String range(long from, int length) {
    return "bytes=" + from + "-" + (from + length - 1);
  }

  /**
   * Reads a range of an existing object.
   *
   * @param length at least one, within the object
   */
  byte[] get(String name, long from, int length) throws IOException {
    int allowed = Math.max(length + 1, MAX_WORDS_BYTES);
    Answer answer =
        call(new Asked("GET", path(name), Map.of(), range(from, length), allowed), null, NO_BODY);
    if (answer.status() != 200 || from > 0) {
      expect(206, answer);
    }
    if (answer.body().length != length) {
      throw new IOException("the bucket " + address + " returned a different range than requested");
    }
    return answer.body();
  }

  /** Deletes an object; succeeds when it does not exist. */
  void delete(String name) throws IOException {
    Answer answer = call(Asked.of("DELETE", path(name)), null, NO_BODY);
    if (answer.status() == 404) {
      requireNoSuchObject(answer);
    } else if (answer.status() != 200) {
      expect(204, answer);
    }
  }

  /** Lists keys after a key in lexical order, at most a thousand. */
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
    Answer answer =
        call(new Asked("GET", "/" + address.bucket(), query, "", MAX_LIST_BYTES), null, NO_BODY);
    expect(200, answer);
    List<String> names = new ArrayList<>();
    for (String key : texts(answer.body(), "Key")) {
      // Otherwise listing after the last key might never end.
      if (!key.startsWith(address.folder() + prefix)
          || key.compareTo(address.folder() + prefix + after) <= 0) {
        throw new IOException(
            "the bucket " + address + " returned keys outside the requested range");
      }
      names.add(key.substring(address.folder().length()));
    }
    return names;
  }

  private String path(String name) {
    return "/" + address.bucket() + "/" + RequestSignature.encode(address.folder() + name, true);
  }

  private Answer call(Asked asked, @Nullable Body body, String hash) throws IOException {
    long begin = System.nanoTime();
    long pause = FIRST_PAUSE.toNanos();
    for (int number = 1; ; number++) {
      long wait = pause + ThreadLocalRandom.current().nextLong(pause);
      try {
        Answer answer = attempt(asked, body, hash);
        if (!isTemporary(answer.status()) || !isTimeFor(number + 1, begin, wait)) {
          return answer;
        }
      } catch (IOException failure) {
        if (Thread.currentThread().isInterrupted() || !isTimeFor(number + 1, begin, wait)) {
          throw failure;
        }
      }
      LockSupport.parkNanos(wait);
      pause *= 2;
    }
  }

  /** Whether another attempt fits into the deadline. */
  private boolean isTimeFor(int number, long begin, long wait) {
    long took = System.nanoTime() - begin;
    return number <= ATTEMPTS && took + wait + attempt.toNanos() <= whole.toNanos();
  }

  private static boolean isTemporary(int status) {
    return status == 408 || status == 429 || status >= 500;
  }

  private Answer attempt(Asked asked, @Nullable Body body, String hash) throws IOException {
    String query = asked.query().isEmpty() ? "" : "?" + RequestSignature.query(asked.query());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address.endpoint() + asked.path() + query))
            .timeout(attempt)
            .method(asked.method(), body == null ? BodyPublishers.noBody() : publisher(body));
    signature
        .headers(asked.method(), asked.path(), asked.query(), hash, clock.instant())
        .forEach(request::header);
    if (!asked.range().isEmpty()) {
      request.header("Range", asked.range());
    }
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request.build(), info -> new LimitedBody(asked.maxBytes()));
    try {
      HttpResponse<byte[]> response = answer.get(attempt.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(response.statusCode(), response.body(), size(response));
    } catch (TimeoutException | ExecutionException e) {
      answer.cancel(true);
      throw new ContentUnavailableException("the bucket " + address + " does not respond");
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static long size(HttpResponse<byte[]> response) {
    return response.headers().firstValueAsLong("content-length").orElse(-1);
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
    MessageDigest digest = Sha256.digest();
    try (InputStream in = body.open()) {
      Sha256.update(digest, in);
    }
    return Sha256.hex(digest);
  }

  private void expect(int status, Answer answer) throws IOException {
    if (answer.status() != status) {
      throw unexpected(answer);
    }
  }

  private IOException unexpected(Answer answer) {
    return new ContentUnavailableException(
        "the bucket " + address + " answered " + answer.status());
  }

  /** The text of all elements of a name; DTDs and external entities are disabled. */
  private static List<String> texts(byte[] xml, String name) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    List<String> texts = new ArrayList<>();
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(xml));
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamReader.START_ELEMENT && reader.getLocalName().equals(name)) {
          texts.add(reader.getElementText());
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException("the response of a bucket is invalid", e);
    }
    return texts;
  }
}
