package dev.agentmailbox.http.audit;

import dev.agentmailbox.service.audit.AuditLog;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The lines of an export and the head, read page by page. Not thread safe. */
final class AuditExport extends InputStream {
  private final AuditLog.Export export;
  private byte[] page = {};
  private int at;

  AuditExport(AuditLog.Export export) {
    this.export = export;
  }

  @Override
  public int read() {
    return hasMore() ? page[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!hasMore()) {
      return -1;
    }
    int count = Math.min(length, page.length - at);
    System.arraycopy(page, at, target, offset, count);
    at += count;
    return count;
  }

  private boolean hasMore() {
    while (at == page.length && !export.isEnded()) {
      StringBuilder lines = new StringBuilder();
      export.next().forEach(entry -> lines.append(AuditLines.write(entry)).append('\n'));
      if (export.isEnded()) {
        lines.append(AuditLines.write(export.head())).append('\n');
      }
      page = lines.toString().getBytes(StandardCharsets.UTF_8);
      at = 0;
    }
    return at < page.length;
  }
}
