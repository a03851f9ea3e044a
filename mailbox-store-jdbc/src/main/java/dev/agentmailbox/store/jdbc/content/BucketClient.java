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

  /** Names are up to 1,024 bytes long, and as much is said of each. */
  private static final int MAX_LIST_BYTES = 4 * 1024 * 1024;

  /** Of an answer that is no object: it says why not. */
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

  /** With other times, for tests. */
  BucketClient(BucketAddress address, Clock clock, Duration attempt, Duration whole) {
    this.attempt = attempt;
    this.whole = whole;
    this.address = address;
    this.signature = new RequestSignature(address);
    this.clock = clock;
  }

  /**
   * An answer with its body, which is cut off behind what was asked for.
   *
   * @param size of the body that is announced; negative when it is not
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Answer(int status, byte[] body, long size) {}

  /**
   * What is asked for.
   *
   * @param range of bytes; empty for all
   * @param maxBytes of the answer's body that are read
   */
  private record Asked(
      String method, String path, Map<String, String> query, String range, int maxBytes) {
    static Asked of(String method, String path) {
      return new Asked(method, path, Map.of(), "", MAX_WORDS_BYTES);
    }
  }

  /** What is to be sent; opened once for each attempt. */
  interface Body {
    long size();

    InputStream open() throws IOException;
  }

  /** Writes an object; returns when the service says that it is kept. */
  void put(String name, Body body) throws IOException {
    String hash = hash(body);
    expect(200, call(Asked.of("PUT", path(name)), body, hash));
  }

  /**
   * The bytes of an object; empty when there is none of that name.
   *
   * @throws IOException that cannot be told: what is not there now may be there tomorrow
   */
  OptionalLong size(String name) throws IOException {
    Answer answer = call(Asked.of("HEAD", path(name)), null, NO_BODY);
    if (answer.status() == 404) {
      // Without words this may be a bucket, or a way to it, that is gone for a while.
      requireNoSuchObject(
          call(
              new Asked("GET", path(name), Map.of(), range(0, 1), MAX_WORDS_BYTES), null, NO_BODY));
      return OptionalLong.empty();
    }
    expect(200, answer);
    if (answer.size() < 0) {
      throw new IOException("the bucket " + address + " does not say how long an object is");
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
   * Some bytes of an object that is there.
   *
   * @param length one or more, and not more than there are
   */
  byte[] get(String name, long from, int length) throws IOException {
    int most = Math.max(length + 1, MAX_WORDS_BYTES);
    Answer answer =
        call(new Asked("GET", path(name), Map.of(), range(from, length), most), null, NO_BODY);
    if (answer.status() != 200 || from > 0) {
      expect(206, answer);
    }
    if (answer.body().length != length) {
      throw new IOException("the bucket " + address + " gives other bytes than were asked for");
    }
    return answer.body();
  }

  /** Removes an object; one that is gone is no error. */
  void delete(String name) throws IOException {
    Answer answer = call(Asked.of("DELETE", path(name)), null, NO_BODY);
    if (answer.status() == 404) {
      requireNoSuchObject(answer);
    } else if (answer.status() != 200) {
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
    Answer answer =
        call(new Asked("GET", "/" + address.bucket(), query, "", MAX_LIST_BYTES), null, NO_BODY);
    expect(200, answer);
    List<String> names = new ArrayList<>();
    for (String key : texts(answer.body(), "Key")) {
      // Or what lists on behind the last name would never end.
      if (!key.startsWith(address.folder() + prefix)
          || key.compareTo(address.folder() + prefix + after) <= 0) {
        throw new IOException("the bucket " + address + " lists what was not asked for");
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
        if (!isForNow(answer.status()) || !isTimeFor(number + 1, begin, wait)) {
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

  /** Whether one more attempt would end in time, too. */
  private boolean isTimeFor(int number, long begin, long wait) {
    long took = System.nanoTime() - begin;
    return number <= ATTEMPTS && took + wait + attempt.toNanos() <= whole.toNanos();
  }

  private static boolean isForNow(int status) {
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
        http.sendAsync(request.build(), info -> new KeptBytes(asked.maxBytes()));
    try {
      HttpResponse<byte[]> response = answer.get(attempt.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(response.statusCode(), response.body(), size(response));
    } catch (TimeoutException | ExecutionException e) {
      answer.cancel(true);
      throw new ContentAwayException("the bucket " + address + " does not answer");
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
    return new ContentAwayException("the bucket " + address + " answered " + answer.status());
  }

  /** What elements of a name say; no document types and nothing from elsewhere is read. */
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
      throw new IOException("the answer of a bucket cannot be read", e);
    }
    return texts;
  }
}
