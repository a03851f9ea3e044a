package dev.agentmailbox.http.table;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of the jar, served from memory with an entity tag and, to clients that take it,
 * compressed. Thread safe.
 */
public final class StaticFile {
  public static final String HTML = "text/html; charset=utf-8";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", HTML,
          "md", "text/markdown; charset=utf-8",
          "txt", "text/plain; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "yml", "text/plain; charset=utf-8",
          "json", "application/json",
          "png", "image/png",
          "svg", "image/svg+xml",
          "webmanifest", "application/manifest+json");
  private static final Field<String> IF_NONE_MATCH = Field.header("If-None-Match", Shapes.text());
  private static final Field<String> ACCEPT_ENCODING =
      Field.header("Accept-Encoding", Shapes.text());

  /** A client that accepts gzip (RFC 9110 section 12.5.3). */
  private static final Pattern GZIP =
      Pattern.compile("(?i)(?:^|,)\\s*gzip\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))");

  private final String type;
  private final byte[] bytes;
  private final String tag;

  /** Compressed on first request. */
  private byte @Nullable [] packed;

  private StaticFile(String type, byte[] bytes) {
    this.type = type;
    this.bytes = bytes;
    this.tag = "W/\"" + Sha256.hex(bytes).substring(0, 32) + '"';
  }

  /**
   * Reads a file, whose media type its extension says.
   *
   * @throws IllegalStateException when it is missing
   */
  public static StaticFile of(Class<?> beside, String resource) {
    return new StaticFile(type(resource), read(beside, resource));
  }

  /**
   * Reads a text file and replaces words in it.
   *
   * @throws IllegalStateException when it is missing
   */
  public static StaticFile of(Class<?> beside, String resource, Map<String, String> words) {
    String text = new String(read(beside, resource), StandardCharsets.UTF_8);
    for (Map.Entry<String, String> word : words.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    return new StaticFile(type(resource), text.getBytes(StandardCharsets.UTF_8));
  }

  private static String type(String resource) {
    String type = TYPES.get(resource.substring(resource.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalArgumentException(resource);
    }
    return type;
  }

  /** An operation that serves files with {@link #reply}. */
  public static OperationBuilder operation(String id, String path, String description) {
    return Operation.get(id, path)
        .access(AccessRule.PUBLIC)
        .with(Trait.HIDDEN, Trait.IGNORES_UNKNOWN_QUERY)
        .fields(List.of(IF_NONE_MATCH, ACCEPT_ENCODING))
        .answer(ResponseSpec.other(200, HTML, description))
        .answer(ResponseSpec.other(304, HTML, "Unchanged."));
  }

  /**
   * Reads a resource.
   *
   * @throws IllegalStateException when it is missing
   */
  public static byte[] read(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The entity tag, which changes with the content. */
  String tag() {
    return tag;
  }

  /** The file as a page: checked for changes on each request, and bound by that policy. */
  public Response page(Request call, String contentSecurityPolicy) {
    return reply(call)
        .with("Cache-Control", "no-cache")
        .with("Content-Security-Policy", contentSecurityPolicy)
        .with("Referrer-Policy", "no-referrer");
  }

  /** The file, or 304 when the client has it. */
  Response reply(Request call) {
    boolean known = call.find(IF_NONE_MATCH).filter(tag::equals).isPresent();
    Response reply = Response.status(304);
    if (!known) {
      boolean packs = call.find(ACCEPT_ENCODING).filter(GZIP.asPredicate()).isPresent();
      reply =
          packs
              ? Response.bytes(200, type, packed()).with("Content-Encoding", "gzip")
              : Response.bytes(200, type, bytes);
    }
    return reply.with("ETag", tag).with("Vary", "Accept-Encoding");
  }

  private synchronized byte[] packed() {
    byte[] made = packed;
    if (made == null) {
      made = gzip(bytes);
      packed = made;
    }
    return made;
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream made = new ByteArrayOutputStream(bytes.length / 2);
    try (GZIPOutputStream out = new GZIPOutputStream(made)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return made.toByteArray();
  }
}
