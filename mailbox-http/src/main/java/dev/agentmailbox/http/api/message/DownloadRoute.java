package dev.agentmailbox.http.api.message;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.service.message.Messages.Download;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** Serves signed download links, always as attachments, never inline. */
public final class DownloadRoute {
  private static final String BYTES = "application/octet-stream";
  private static final Field<String> TOKEN =
      Field.path("token", "The last path segment of download_url.");

  /**
   * Media types that browsers do not execute; all others are served as application/octet-stream.
   */
  private static final Set<String> SAFE_TYPES =
      Set.of(
          "application/pdf",
          "application/zip",
          "audio/mpeg",
          "image/gif",
          "image/jpeg",
          "image/png",
          "image/webp",
          "text/csv",
          "text/plain",
          "video/mp4");

  private final Mailbox mailbox;
  private final Links links;
  private final DownloadSlots slots = new DownloadSlots();

  public DownloadRoute(Mailbox mailbox, Links links) {
    this.mailbox = mailbox;
    this.links = links;
  }

  public Operation row() {
    return Operation.get("download", "/v0/downloads/{token}")
        .tag("Messages")
        .summary("Download the content behind a download_url.")
        .description(
            "Needs no key: the link is signed and valid for one hour. Concurrent downloads:"
                + " at most "
                + DownloadSlots.MAX_OF_LINK
                + " per link, "
                + DownloadSlots.MAX_OF_ADDRESS
                + " per address and "
                + DownloadSlots.MAX_OF_ORGANIZATION
                + " per organization; a download is aborted when less than 256 KiB are read in"
                + " 30 seconds.")
        .access(AccessRule.PUBLIC)
        .errors(ErrorCode.GONE)
        .field(TOKEN)
        .answer(
            ResponseSpec.other(200, BYTES, "The content, with Content-Disposition: attachment."))
        .handledBy(this::download);
  }

  private Response download(Request call) {
    Links.Target target = links.open(call.get(TOKEN));
    DownloadSlots.Slot slot = slots.take(call.client(), target);
    boolean begun = false;
    try {
      Download download = open(target);
      begun = true;
      return Response.stream(safeType(download.contentType()), slot.around(download.bytes()))
          .with("Content-Disposition", disposition(download.filename()))
          .with("Content-Security-Policy", "sandbox; default-src 'none'")
          .with("Cache-Control", "no-store");
    } catch (IOException e) {
      throw MailboxException.of(
              ErrorCode.UPSTREAM_UNAVAILABLE, "the content is temporarily unavailable")
          .causedBy(e);
    } finally {
      if (!begun) {
        slot.free();
      }
    }
  }

  private Download open(Links.Target target) throws IOException {
    if (target.attachmentId().isEmpty()) {
      return mailbox.messages().download(target.inbox(), target.id());
    }
    String attachmentId = target.attachmentId().get();
    if (target.isOfSend()) {
      return mailbox.approvals().download(target.inbox(), target.id(), attachmentId);
    }
    return target.isOfDraft()
        ? mailbox.drafts().download(target.inbox(), target.id(), attachmentId)
        : mailbox.messages().download(target.inbox(), target.id(), attachmentId);
  }

  private static String safeType(String declared) {
    int end = declared.indexOf(';');
    String type =
        (end < 0 ? declared : declared.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return SAFE_TYPES.contains(type) ? type : BYTES;
  }

  /** RFC 6266: an ASCII fallback and the exact name in UTF-8 (RFC 8187). */
  private static String disposition(String filename) {
    StringBuilder plain = new StringBuilder();
    StringBuilder exact = new StringBuilder();
    for (byte b : filename.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean harmless =
          c < 0x80 && (Character.isLetterOrDigit(c) || c == '.' || c == '-' || c == '_');
      plain.append(harmless ? c : '_');
      if (harmless) {
        exact.append(c);
      } else {
        exact.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      }
    }
    return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + exact;
  }
}
