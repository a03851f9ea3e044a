package dev.agentmailbox.http.table;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a page, served from memory with an entity tag and, to clients that take it, compressed.
 * Thread safe.
 */
public final class StaticFile {
  public static final String HTML = "text/html; charset=utf-8";

  private static final Field<String> IF_NONE_MATCH = Field.header("If-None-Match", Shapes.text());
  private static final Field<String> ACCEPT_ENCODING =
      Field.header("Accept-Encoding", Shapes.text());

  private static final Pattern GZIP =
      Pattern.compile("(?i)(?:^|,)\\s*gzip\\s*(?:,|$|;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$)))");

  private final String type;
  private final byte[] bytes;
  private final String tag;

  /** Compressed on first request. */
  private byte @Nullable [] packed;

  /**
   * A file.
   *
   * @param type its media type
   */
  public StaticFile(String type, byte[] bytes) {
    this.type = type;
    this.bytes = bytes.clone();
    this.tag = "W/\"" + Sha256.hex(bytes).substring(0, 32) + '"';
  }

  /** An operation that serves files with {@link #reply}. */
  public static OperationBuilder operation(String id, String path, String description) {
    return Operation.get(id, path)
        .access(AccessRule.PUBLIC)
        .hidden()
        .ignoringUnknownQuery()
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
  public String tag() {
    return tag;
  }

  /** The file, or 304 when the client has it. */
  public Response reply(Request call) {
    boolean known = call.find(IF_NONE_MATCH).filter(tag::equals).isPresent();
    Response reply = Response.status(304);
    if (!known) {
      boolean packs = call.find(ACCEPT_ENCODING).filter(StaticFile::takesGzip).isPresent();
      reply =
          packs
              ? Response.bytes(200, type, packed()).with("Content-Encoding", "gzip")
              : Response.bytes(200, type, bytes);
    }
    return reply.with("ETag", tag).with("Vary", "Accept-Encoding");
  }

  /** Whether the client accepts gzip (RFC 9110 section 12.5.3). */
  private static boolean takesGzip(String accepted) {
    return GZIP.matcher(accepted).find();
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
