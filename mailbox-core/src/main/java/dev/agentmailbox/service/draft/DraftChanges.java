package dev.agentmailbox.service.draft;

import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.FieldUpdate;
import dev.agentmailbox.service.sending.AttachmentInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of a draft.
 *
 * @param sendAt null clears
 * @param removeAttachments ids of attachments of the draft
 */
public record DraftChanges(
    Recipients recipients,
    FieldUpdate<String> subject,
    FieldUpdate<String> text,
    FieldUpdate<String> html,
    FieldUpdate<Instant> sendAt,
    List<AttachmentInput> addAttachments,
    List<String> removeAttachments,
    LabelChange labels) {
  public DraftChanges {
    addAttachments = List.copyOf(addAttachments);
    removeAttachments = List.copyOf(removeAttachments);
  }

  /** Addresses; each list replaces that of the draft. */
  public record Recipients(
      FieldUpdate<List<String>> to,
      FieldUpdate<List<String>> cc,
      FieldUpdate<List<String>> bcc,
      FieldUpdate<List<String>> replyTo) {
    boolean isEmpty() {
      return !to.present() && !cc.present() && !bcc.present() && !replyTo.present();
    }
  }

  /** Starts without changes. */
  public static Builder none() {
    return new Builder();
  }

  boolean isEmpty() {
    boolean envelope = !recipients.isEmpty() || sendAt.present();
    boolean words = subject.present() || text.present() || html.present();
    boolean files = !addAttachments.isEmpty() || !removeAttachments.isEmpty();
    return !envelope && !words && !files && labels.add().isEmpty() && labels.remove().isEmpty();
  }

  /** Builds changes. Not thread safe. */
  public static final class Builder {
    private FieldUpdate<List<String>> to = FieldUpdate.none();
    private FieldUpdate<List<String>> cc = FieldUpdate.none();
    private FieldUpdate<List<String>> bcc = FieldUpdate.none();
    private FieldUpdate<List<String>> replyTo = FieldUpdate.none();
    private FieldUpdate<String> subject = FieldUpdate.none();
    private FieldUpdate<String> text = FieldUpdate.none();
    private FieldUpdate<String> html = FieldUpdate.none();
    private FieldUpdate<Instant> sendAt = FieldUpdate.none();
    private final List<AttachmentInput> addAttachments = new ArrayList<>();
    private List<String> removeAttachments = List.of();
    private LabelChange labels = new LabelChange(List.of(), List.of());

    private Builder() {}

    public Builder to(FieldUpdate<List<String>> value) {
      to = value;
      return this;
    }

    public Builder cc(FieldUpdate<List<String>> value) {
      cc = value;
      return this;
    }

    public Builder bcc(FieldUpdate<List<String>> value) {
      bcc = value;
      return this;
    }

    public Builder replyTo(FieldUpdate<List<String>> value) {
      replyTo = value;
      return this;
    }

    public Builder subject(FieldUpdate<String> value) {
      subject = value;
      return this;
    }

    public Builder text(FieldUpdate<String> value) {
      text = value;
      return this;
    }

    public Builder html(FieldUpdate<String> value) {
      html = value;
      return this;
    }

    public Builder sendAt(FieldUpdate<Instant> value) {
      sendAt = value;
      return this;
    }

    public Builder attach(AttachmentInput file) {
      addAttachments.add(file);
      return this;
    }

    public Builder detach(List<String> attachmentIds) {
      removeAttachments = attachmentIds;
      return this;
    }

    public Builder labels(LabelChange change) {
      labels = change;
      return this;
    }

    public DraftChanges build() {
      return new DraftChanges(
          new Recipients(to, cc, bcc, replyTo),
          subject,
          text,
          html,
          sendAt,
          addAttachments,
          removeAttachments,
          labels);
    }
  }
}
