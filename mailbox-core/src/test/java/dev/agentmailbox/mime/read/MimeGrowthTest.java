package dev.agentmailbox.mime.read;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.agentmailbox.message.RawMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A message twice as long costs about twice as much, whatever it is made of. */
class MimeGrowthTest {
  /** Names, pieces, lines: within the limits of a header, so that they are read and not refused. */
  private static final int SMALL = 1_500;

  /** In bodies. */
  private static final int LARGE = 20_000;

  /** Between linear, 2, and quadratic, 4. */
  private static final double MOST_GROWTH = 3;

  private static final long SPARE_BYTES = 256 << 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static String repeated(int count, IntFunction<String> piece) {
    return IntStream.range(0, count).mapToObj(piece).collect(Collectors.joining());
  }

  private static Map<String, IntFunction<String>> forms() {
    Map<String, IntFunction<String>> forms = new LinkedHashMap<>();
    forms.put("fields", n -> repeated(n, i -> "X-" + i + ": y\r\n") + "\r\nx");
    forms.put("addresses", n -> "To: " + repeated(n, i -> "n" + i + "@a.b,\r\n ") + "\r\n\r\nx");
    forms.put(
        "names", n -> "To: " + repeated(n, i -> "\"N\" <n" + i + "@a.b>,\r\n ") + "\r\n\r\nx");
    forms.put("octets", n -> "Subject: " + "=?x?q?\u00e9\u00ff".repeat(n) + "\r\n\r\nx");
    forms.put("parents", n -> "In-Reply-To: " + repeated(n, i -> "<" + i + "@a.b>") + "\r\n\r\nx");
    forms.put("one name", n -> "To: " + "a ".repeat(n) + "<a@b.c>\r\n\r\nx");
    forms.put("comments", n -> "To: a@b.c " + "(x) ".repeat(n) + "\r\n\r\nx");
    forms.put(
        "references", n -> "References: " + repeated(n, i -> "<" + i + "@a.b>\r\n ") + "\r\n\r\nx");
    forms.put("encoded words", n -> "Subject: " + "=?utf-8?q?a?=\r\n ".repeat(n) + "\r\n\r\nx");
    forms.put(
        "pieces of a parameter",
        n -> "Content-Type: text/plain" + repeated(n, i -> ";\r\n name*" + i + "=a") + "\r\n\r\nx");
    forms.put(
        "pieces backwards",
        n ->
            "Content-Type: text/plain"
                + repeated(n, i -> ";\r\n name*" + (n - 1 - i) + "*=%41")
                + "\r\n\r\nx");
    return forms;
  }

  private static Map<String, IntFunction<String>> bodies() {
    Map<String, IntFunction<String>> forms = new LinkedHashMap<>();
    String quoted =
        "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
    forms.put("soft breaks", n -> quoted + "=\r\n".repeat(n) + "x");
    forms.put("quoted bytes", n -> quoted + "=C3=A9".repeat(n));
    forms.put("white space before ends", n -> quoted + (" ".repeat(20) + "\r\n").repeat(n));
    forms.put(
        "lines like boundaries",
        n -> "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n" + "--bx\r\n".repeat(n));
    forms.put(
        "flowed lines",
        n -> "Content-Type: text/plain; format=flowed\r\n\r\n" + "> x \r\n".repeat(n));
    forms.put("utf-7", n -> "Content-Type: text/plain; charset=utf-7\r\n\r\n" + "+AGE".repeat(n));
    forms.put("meta", n -> "Content-Type: text/html\r\n\r\n" + "<meta charset ".repeat(n));
    forms.put("lines", n -> "\r\n" + "x\r\n".repeat(n));
    forms.put(
        "a report",
        n ->
            "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n"
                + "Content-Type: message/delivery-status\r\n\r\n"
                + "Final-Recipient: rfc822; a@b.c\r\nStatus: 5.0.0\r\n\r\n".repeat(n / 20)
                + "--b--\r\n");
    return forms;
  }

  private static long bytes(String message) {
    RawMessage raw = RawMessage.of(message.getBytes(StandardCharsets.UTF_8));
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try (OpenMessage opened = new MimeReader().open(raw)) {
      assertTrue(opened.parsed().attachments().size() <= 1);
      opened.texts();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void assertLinear(Map<String, IntFunction<String>> forms, int size) {
    forms.forEach(
        (name, form) -> {
          bytes(form.apply(size));
          long once = bytes(form.apply(size));
          long twice = bytes(form.apply(2 * size));
          assertTrue(
              twice <= SPARE_BYTES + MOST_GROWTH * once, () -> name + ": " + once + ", " + twice);
        });
  }

  @Test
  void header_fields_of_any_kind_take_memory_in_proportion() {
    assertLinear(forms(), SMALL);
  }

  @Test
  void bodies_of_any_kind_take_memory_in_proportion() {
    assertLinear(bodies(), LARGE);
  }
}
