package dev.agentmailbox.mime.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What the program around the library sets for its own Jakarta Mail changes no byte. */
class EmbeddedMimeWriterTest {
  private static final List<String> CHANGED =
      List.of(
          "mail.mime.address.strict=false",
          "mail.mime.allowencodedmessages=true",
          "mail.mime.allowutf8=true",
          "mail.mime.charset=utf-16",
          "mail.mime.encodeeol.strict=true",
          "mail.mime.encodefilename=true",
          "mail.mime.encodeparameters=false",
          "mail.mime.foldencodedwords=true",
          "mail.mime.foldtext=false",
          "mail.mime.ignoremultipartencoding=false",
          "mail.mime.multipart.allowempty=true",
          "mail.mime.parameters.strict=false",
          "mail.mime.setcontenttypefilename=true",
          "mail.mime.setdefaulttextcharset=false",
          "mail.mime.splitlongparameters=false");

  /** Loaded a second time, because Jakarta Mail reads most properties once. */
  public static final class Sample {
    private Sample() {}

    public static byte[] bytes() {
      Outgoing out = new Outgoing();
      out.subject = "Grüße =?utf-8?q?x?= " + "wort".repeat(40);
      out.text = "Zeile\n.\nFrom here äöü " + "lang ".repeat(60);
      out.html = "<p>Zeile</p>";
      String type = "text/csv; header=\"présent\"";
      out.attachments.add(
          new OutgoingAttachment("Ü".repeat(90) + ".csv", type, null, null, new byte[200]));
      byte[] forwarded = "Subject: a\r\n\r\nb\r\n".getBytes(StandardCharsets.US_ASCII);
      out.attachments.add(new OutgoingAttachment("a.eml", "message/rfc822", null, null, forwarded));
      return new MimeWriter(out.message()).compose();
    }
  }

  @Test
  void properties_of_the_process_change_nothing() throws Exception {
    Properties before = (Properties) System.getProperties().clone();
    try (URLClassLoader again =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      CHANGED.forEach(set -> System.setProperty(set.split("=", 2)[0], set.split("=", 2)[1]));
      Class<?> sample = Class.forName(Sample.class.getName(), true, again);
      assertNotSame(Sample.class, sample);
      // The context class loader has the other Jakarta Mail.
      byte[] composed = (byte[]) sample.getMethod("bytes").invoke(null);
      assertArrayEquals(Sample.bytes(), composed);
    } finally {
      System.setProperties(before);
    }
    assertEquals(null, System.getProperty("mail.mime.foldtext"));
  }

  private static URL[] classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(path).toURI().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
