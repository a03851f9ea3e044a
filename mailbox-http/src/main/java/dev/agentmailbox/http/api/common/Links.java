package dev.agentmailbox.http.api.common;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.token.DownloadLinks;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.sending.Send;
import java.util.List;
import java.util.Optional;

/** Creates and resolves signed download links. */
public final class Links {
  private static final int RAW_NAMES = 4;
  private static final int ATTACHMENT_NAMES = 5;

  private final DownloadLinks links;

  public Links(DownloadLinks links) {
    this.links = links;
  }

  /**
   * Target of a link; without attachment, the raw message.
   *
   * @param id of a message, a draft or a send
   */
  public record Target(Scope inbox, String id, Optional<String> attachmentId) {
    public boolean isOfSend() {
      return IdPrefix.SEND.matches(id);
    }

    public boolean isOfDraft() {
      return IdPrefix.DRAFT.matches(id);
    }
  }

  public DownloadLinks.Link raw(Message message) {
    return links.make(
        List.of(
            message.scope().organizationId(), message.podId(), message.inboxId(), message.id()));
  }

  public DownloadLinks.Link attachment(Message message, String attachmentId) {
    return links.make(
        List.of(
            message.scope().organizationId(),
            message.podId(),
            message.inboxId(),
            message.id(),
            attachmentId));
  }

  public DownloadLinks.Link attachment(Draft draft, String attachmentId) {
    return links.make(
        List.of(
            draft.scope().organizationId(),
            draft.scope().podId(),
            draft.inboxId(),
            draft.id(),
            attachmentId));
  }

  public DownloadLinks.Link attachment(Send send, String partPath) {
    return links.make(
        List.of(
            send.scope().organizationId(),
            send.scope().podId(),
            send.inboxId(),
            send.id(),
            partPath));
  }

  public Target open(String token) {
    List<String> names = links.open(token);
    if (names.size() < RAW_NAMES || names.size() > ATTACHMENT_NAMES) {
      throw MailboxException.notFound("download");
    }
    return new Target(
        Scope.inbox(names.get(0), names.get(1), names.get(2)),
        names.get(3),
        names.size() == ATTACHMENT_NAMES ? Optional.of(names.get(4)) : Optional.empty());
  }
}
