package dev.agentmailbox.service.intake.screening;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DangerousAttachmentsTest {
  private static final byte[] PROGRAM = head(new byte[] {'M', 'Z', (byte) 0x90, 0, 3, 0}, 256);
  private static final byte[] PDF = ascii("%PDF-1.7\n1 0 obj\n");
  private static final byte[] PICTURE = head(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10}, 64);

  private final ScreeningOrder order = ScreeningOrder.of(ScreeningConfig.NONE);

  private Set<String> reasons(String name, String type, byte[] content) {
    return MailSamples.screen(order, MailSamples.withFile(name, type, content)).holdReasons();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] head(byte[] start, int length) {
    return Arrays.copyOf(start, length);
  }

  private static byte[] at(int offset, String magic, int length) {
    byte[] file = new byte[length];
    byte[] bytes = ascii(magic);
    System.arraycopy(bytes, 0, file, offset, bytes.length);
    return file;
  }

  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> entry : new TreeMap<>(entries).entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    }
    return out.toByteArray();
  }

  private static byte[] tar(String name, byte[] content) {
    byte[] file = new byte[512 + (content.length + 511) / 512 * 512 + 1024];
    System.arraycopy(ascii(name), 0, file, 0, name.length());
    byte[] size = ascii(String.format("%011o", content.length));
    System.arraycopy(size, 0, file, 124, size.length);
    System.arraycopy(ascii("ustar"), 0, file, 257, 5);
    System.arraycopy(content, 0, file, 512, content.length);
    return file;
  }

  private static byte[] compound(String stream) {
    byte[] magic = {
      (byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, (byte) 0xa1, (byte) 0xb1, 0x1a, (byte) 0xe1
    };
    byte[] file = head(magic, 2_048);
    byte[] name = stream.getBytes(StandardCharsets.UTF_16LE);
    System.arraycopy(name, 0, file, 1_024, name.length);
    return file;
  }

  static Stream<Arguments> dangerous() throws IOException {
    byte[] sheet = zip(Map.of("xl/workbook.xml", ascii("<x/>"), "xl/vbaProject.bin", ascii("x")));
    byte[] locked = zip(Map.of("a.txt", ascii("secret")));
    locked[6] |= 1;
    return Stream.of(
        Arguments.of("a program named as a picture", "cat.png", "image/png", PROGRAM),
        Arguments.of("a program without a name", "", "text/plain", PROGRAM),
        Arguments.of("a program of Linux", "a", "text/plain", ascii("\u007fELF\2\1\1")),
        Arguments.of("a script of a shell", "notes.txt", "text/plain", ascii("#!/bin/sh\nrm x\n")),
        Arguments.of("a batch file", "notes.txt", "text/plain", ascii("@echo off\r\ndel x\r\n")),
        Arguments.of("a name that runs", "invoice.pdf.js", "text/plain", ascii("x = 1")),
        Arguments.of("a name with dots at its end", "invoice.scr. ", "text/plain", ascii("x")),
        Arguments.of("a disk image", "cd.bin", "image/png", at(32_769, "CD001", 40_000)),
        Arguments.of("a shortcut", "a.dat", "text/plain", head(lnk(), 100)),
        Arguments.of("a workbook with macros", "plan.xlsx", "application/zip", sheet),
        Arguments.of("an old document with macros", "a.doc", "x/y", compound("_VBA_PROJECT")),
        Arguments.of("a document with a package", "a.doc", "x/y", compound("\u0001Ole10Native")),
        Arguments.of("a program in an archive", "a.zip", "x/y", zip(Map.of("b.txt", PROGRAM))),
        Arguments.of(
            "a program in an archive in an archive",
            "a.zip",
            "x/y",
            zip(Map.of("b.zip", zip(Map.of("c", PROGRAM))))),
        Arguments.of("a program in a tape archive", "a.tgz", "x/y", gzip(tar("b", PROGRAM))),
        Arguments.of("an archive that is locked", "a.zip", "x/y", locked),
        Arguments.of("an archive that breaks off", "a.zip", "x/y", head(zip(Map.of("b", PDF)), 40)),
        Arguments.of("a picture with an unknown extension", "a.zork", "image/png", PICTURE),
        Arguments.of("a program behind text", "a.zip", "x/y", inFront(zip(Map.of("b.exe", PDF)))),
        Arguments.of("a appinstaller file", "a.appinstaller", "text/plain", ascii("x")),
        Arguments.of("a library-ms file", "a.library-ms", "text/plain", ascii("x")),
        Arguments.of("a search-ms file", "a.search-ms", "text/plain", ascii("x")),
        Arguments.of("a desktop file", "a.desktop", "text/plain", ascii("x")),
        Arguments.of("a command file", "a.command", "text/plain", ascii("x")),
        Arguments.of("a py file", "a.py", "text/plain", ascii("x")),
        Arguments.of("a mht file", "a.mht", "text/plain", ascii("x")),
        Arguments.of("a zork file", "a.zork", "text/plain", ascii("x")),
        Arguments.of("an archive nobody opens", "a.dat", "x/y", ascii("Rar!\u001a\u0007\u0001\0")),
        Arguments.of(
            "a page with a script", "a.txt", "text/plain", ascii("<html><script>x()</script>")),
        Arguments.of(
            "a drawing with a script", "a.svg", "image/svg+xml", ascii("<svg onload='x()'/>")));
  }

  private static byte[] lnk() {
    return new byte[] {0x4c, 0, 0, 0, 0x01, 0x14, 0x02, 0, 0, 0, 0, 0};
  }

  private static final byte[] PDF_NOT = ascii("x = 1\n");

  private static byte[] inFront(byte[] archive) {
    byte[] all = Arrays.copyOf(ascii("some text\n"), 10 + archive.length);
    System.arraycopy(archive, 0, all, 10, archive.length);
    return all;
  }

  static Stream<Arguments> harmless() throws IOException {
    byte[] sheet =
        zip(
            Map.of(
                "[Content_Types].xml", ascii("<x/>"), "xl/worksheets/sheet1.xml", ascii("<x/>")));
    return Stream.of(
        Arguments.of("a picture", "cat.png", "image/png", PICTURE),
        Arguments.of("a picture said to be a program", "cat", "application/x-msdownload", PICTURE),
        Arguments.of("a document", "a.pdf", "application/pdf", PDF),
        Arguments.of("a text that begins with MZ", "a.txt", "text/plain", ascii("MZ is a prefix")),
        Arguments.of("a workbook", "plan.xlsx", "application/zip", sheet),
        Arguments.of("an old document", "a.doc", "application/msword", compound("WordDocument")),
        Arguments.of("an archive of pictures", "a.zip", "x/y", zip(Map.of("b.png", PICTURE))),
        Arguments.of("a tape archive", "a.tar.gz", "x/y", gzip(tar("b.png", PICTURE))),
        Arguments.of("a calendar", "a.ics", "text/calendar", ascii("BEGIN:VCALENDAR\n")),
        Arguments.of("a card", "a.vcf", "text/vcard", ascii("BEGIN:VCARD\n")),
        Arguments.of("a table", "a.csv", "text/csv", ascii("a,b\n")),
        Arguments.of("a sound", "a.mp3", "audio/mpeg", ascii("ID3\3\0")),
        Arguments.of("a signature", "smime.p7s", "x/y", new byte[] {0x30, (byte) 0x82, 1, 2}),
        Arguments.of(
            "a signature without a name", "", "application/pgp-signature", ascii("-----\n")),
        Arguments.of("a text without a name", "", "text/plain", ascii("Hello\n")),
        Arguments.of("a text of no kind", "README", "x/y", ascii("Hello\n")),
        Arguments.of("a name with a dot", "Invoice no. 17", "x/y", PDF),
        Arguments.of(
            "what Outlook packs", "winmail.dat", "x/y", new byte[] {0x78, (byte) 0x9f, 0x3e, 0x22}),
        Arguments.of(
            "pictures with bytes in front", "a.zip", "x/y", inFront(zip(Map.of("b.png", PICTURE)))),
        Arguments.of(
            "an archive of texts",
            "a.zip",
            "x/y",
            zip(Map.of("LICENSE", PDF_NOT, "b/c.md", PDF_NOT))),
        Arguments.of("a page", "a.html", "text/html", ascii("<html><p>Hello</p></html>")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dangerous")
  void what_can_run_or_cannot_be_looked_into_is_a_reason_to_hold(
      String what, String name, String type, byte[] content) {
    assertEquals(Set.of("executable_attachment"), reasons(name, type, content), what);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("harmless")
  void what_only_shows_itself_is_no_reason(String what, String name, String type, byte[] content) {
    assertEquals(Set.of(), reasons(name, type, content), what);
  }

  @Test
  void an_archive_that_grows_without_end_is_not_unpacked_to_its_end() throws IOException {
    byte[] zeros = new byte[(int) InspectionBudget.MAX_UNPACKED_BYTES / 2];
    byte[] bomb = zip(Map.of("a", zeros, "b", zeros, "c", zeros));
    assertEquals(Set.of("executable_attachment"), reasons("a.zip", "application/zip", bomb));
  }

  @Test
  void a_program_in_an_attached_message_is_found() {
    String inner = MailSamples.withFile("a.txt", "text/plain", PROGRAM);
    assertEquals(Set.of("executable_attachment"), reasonsOf(attached(inner)));
  }

  @Test
  void a_forward_of_forwards_is_inspected_and_beyond_the_depth_it_is_unreadable() {
    String mail = MailSamples.withFile("a.jpg", "image/jpeg", PICTURE);
    String program = MailSamples.withFile("a.jpg", "image/jpeg", PROGRAM);
    for (int i = 0; i < 4; i++) {
      mail = attached(mail);
      program = attached(program);
      assertEquals(Set.of(), reasonsOf(mail));
      assertEquals(Set.of("executable_attachment"), reasonsOf(program));
    }
    assertEquals(Set.of("unreadable"), reasonsOf(attached(mail)));
  }

  @Test
  void a_message_attached_as_a_file_is_inspected() {
    String inner = MailSamples.withFile("a.txt", "text/plain", PROGRAM);
    assertEquals(
        Set.of("executable_attachment"),
        reasons("mail.eml", "application/octet-stream", MailSamples.wire(inner)));
  }

  private Set<String> reasonsOf(String message) {
    return MailSamples.screen(order, message).holdReasons();
  }

  /** A message with that one attached. */
  private static String attached(String inner) {
    String boundary = "o" + inner.length();
    return "From: ann@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="
        + boundary
        + ("\n\n--" + boundary + "\n\nx\n--" + boundary + "\n")
        + "Content-Type: message/rfc822\n\n"
        + inner
        + ("\n--" + boundary + "--\n");
  }
}
