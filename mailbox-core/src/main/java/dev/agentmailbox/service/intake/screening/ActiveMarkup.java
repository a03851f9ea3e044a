package dev.agentmailbox.service.intake.screening;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** Detects scripts in HTML and SVG files. */
final class ActiveMarkup {
  /** Most bytes read of a file. */
  private static final int MAX_BYTES = 2 * 1024 * 1024;

  private static final Pattern ACTIVE =
      Pattern.compile(
          "<(?:[a-z0-9_-]{1,20}:)?script[\\s>/]"
              + "|[\"'=\\s](?:java|vb)script\\s{0,5}:"
              + "|<[a-z][^<>]{0,500}?[\\s\"'/]on[a-z]{3,20}\\s{0,5}=\\s{0,5}[\"'a-z]"
              + "|<hta:application");

  private ActiveMarkup() {}

  /**
   * Looks for scripts.
   *
   * @param head start of the file
   * @param rest the remaining bytes
   */
  static boolean isActive(byte[] head, InputStream rest, InspectionBudget budget)
      throws IOException {
    byte[] more = rest.readNBytes(MAX_BYTES);
    budget.unpacked(more.length);
    String page =
        new String(head, StandardCharsets.ISO_8859_1)
            + new String(more, StandardCharsets.ISO_8859_1);
    // UTF-16 has zeros between the letters, and browsers ignore them elsewhere.
    return ACTIVE.matcher(page.replace("\0", "").toLowerCase(Locale.ROOT)).find();
  }
}
