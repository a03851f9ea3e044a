package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.write.MimeWriter;
import dev.agentmailbox.mime.write.OutgoingMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.sending.ComposedMail;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.ReturnPath;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Composes the final bytes of a mail and stores them, outside any transaction. Thread safe.
 *
 * <p>A mail that an earlier check refuses (control characters, size) is not composed: its {@link
 * PreparedMail} has no content and says why.
 */
public final class Composer {
  /** Approximate size of a part's boundary and header, in bytes. */
  private static final int PART_BYTES = 200;

  private final MailboxContext context;
  private final MimeWriter writer = new MimeWriter();

  public Composer(MailboxContext context) {
    this.context = context;
  }

  /**
   * Composes the mail and makes its bytes durable. The caller discards them if no row will
   * reference them.
   *
   * @throws MailboxException {@code upstream_unavailable} when the content cannot be stored, {@code
   *     validation_error} for HTML over a limit of {@link BoundedHtml}
   */
  public PreparedMail composeAndKeep(SendRequest request) {
    return compose(request, this::keep);
  }

  /**
   * Composes the mail without storing it.
   *
   * @throws MailboxException {@code validation_error} for HTML over a limit of {@link BoundedHtml}
   */
  public PreparedMail tryOut(SendRequest request) {
    return compose(request, bytes -> "");
  }

  /** Deletes the content of a mail that will not be sent. */
  public void discard(PreparedMail mail) {
    if (mail.composed().contentKey().isEmpty()) {
      return;
    }
    try {
      context.store().content().delete(mail.composed().contentKey());
    } catch (IOException storage) {
      throw unavailable(storage);
    }
  }

  private interface Keeper {
    String keep(byte[] bytes);
  }

  private PreparedMail compose(SendRequest request, Keeper keeper) {
    try {
      return composeReadable(request, keeper);
    } catch (UnreadableHtmlException over) {
      throw over.refusal("html");
    }
  }

  private PreparedMail composeReadable(SendRequest request, Keeper keeper) {
    Inbox inbox = request.inbox();
    Mail mail = new Mail(request, context.ids());
    SendRequest.Unread unread = request.content().files().unread();
    if (!request.faults().isEmpty()) {
      return mail.notComposed("", unread.bytes(), Evidence.SEEN_BEFORE);
    }
    MimeWriter.Prepared prepared = writer.prepare(message(request, mail.messageId));
    long size = prepared.maxSize() + encoded(unread);
    if (mail.files > ReleaseOrder.MAX_ATTACHMENTS || unread.bytes() > ReleaseOrder.MAX_BYTES) {
      return mail.notComposed("", size, Evidence.SEEN_BEFORE);
    }
    Evidence evidence = Evidence.of(request);
    String fingerprint = Fingerprint.of(inbox.address(), request);
    if (size > ReleaseOrder.MAX_BYTES) {
      return mail.notComposed(fingerprint, size, evidence);
    }
    byte[] bytes = prepared.compose().bytes();
    return mail.composed(keeper.keep(bytes), bytes, fingerprint, evidence);
  }

  /** Identifiers of a mail, composed or not. */
  private static final class Mail {
    private final SendRequest request;
    private final String messageId;
    private final String returnPath;
    private final int files;

    Mail(SendRequest request, IdFactory ids) {
      String domain = request.inbox().domain();
      this.request = request;
      this.messageId = "<" + ids.token() + "@" + domain + ">";
      this.returnPath = ReturnPath.ofSend(ids.token(), domain);
      this.files = request.attachments().size() + request.content().files().unread().count();
    }

    PreparedMail notComposed(String fingerprint, long size, Evidence evidence) {
      return prepared("", "", fingerprint, size, evidence);
    }

    PreparedMail composed(String contentKey, byte[] bytes, String fingerprint, Evidence evidence) {
      return prepared(contentKey, Sha256.hex(bytes), fingerprint, bytes.length, evidence);
    }

    private PreparedMail prepared(
        String contentKey, String hash, String fingerprint, long size, Evidence evidence) {
      return new PreparedMail(
          request,
          new ComposedMail(
              messageId,
              returnPath,
              contentKey,
              hash,
              fingerprint,
              size,
              request.subject(),
              request.options().labels()),
          files,
          evidence);
    }
  }

  private OutgoingMessage message(SendRequest request, String messageId) {
    Inbox inbox = request.inbox();
    Instant sendAt = request.options().sendAt();
    MailAddress own = MailAddress.bare(inbox.address());
    String subject = request.subject();
    return new OutgoingMessage(
        new MailAddress(senderName(inbox), inbox.address()),
        own,
        new OutgoingMessage.Recipients(
            request.inRole(RecipientRole.TO),
            request.inRole(RecipientRole.CC),
            request.inRole(RecipientRole.BCC)),
        new OutgoingMessage.Content(
            subject == null ? "" : subject, request.text(), request.html(), request.attachments()),
        messageId,
        sendAt == null ? context.now() : sendAt,
        ancestors(request.answered()),
        headers(request));
  }

  // spec InboxFields.3
  private @Nullable String senderName(Inbox inbox) {
    String name = inbox.displayName();
    return name == null || name.isBlank()
        ? null
        : name + " via " + context.settings().serviceName();
  }

  /** The parent's References plus the parent (RFC 5322 section 3.6.4). */
  private static OutgoingMessage.Ancestors ancestors(SendRequest.@Nullable Answered answered) {
    if (answered == null) {
      return OutgoingMessage.Ancestors.NONE;
    }
    List<String> references = new ArrayList<>(answered.references());
    Optional.ofNullable(answered.rfcMessageId()).ifPresent(references::add);
    return new OutgoingMessage.Ancestors(answered.rfcMessageId(), references);
  }

  private static Map<String, String> headers(SendRequest request) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (request.policy().autoSubmitted()) {
      headers.put("Auto-Submitted", request.threadId() != null ? "auto-replied" : "auto-generated");
    }
    headers.putAll(request.options().headers());
    return headers;
  }

  private String keep(byte[] bytes) {
    try (ContentStore.Spool spool = context.store().content().spool()) {
      spool.out().write(bytes);
      return spool.keep();
    } catch (IOException storage) {
      throw unavailable(storage);
    }
  }

  private static MailboxException unavailable(IOException cause) {
    return StorageFullException.refusal(cause, "mail content cannot be stored right now");
  }

  /** Base64 size of unread files, in lines of 76 characters (RFC 2045 section 6.8). */
  private static long encoded(SendRequest.Unread unread) {
    long base64 = (unread.bytes() + 2) / 3 * 4;
    return base64 + base64 / 76 * 2 + (long) unread.count() * PART_BYTES;
  }
}
