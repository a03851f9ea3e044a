package dev.agentmailbox.service.draft;

import dev.agentmailbox.service.Change;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.sending.AttachmentInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What to change of a draft.
 *
 * @param to replaces all of them; so do {@code cc}, {@code bcc} and {@code replyTo}
 * @param sendAt null clears
 * @param removeAttachments ids of attachments the draft has
 */
public record DraftChanges(
    Change<List<String>> to,
    Change<List<String>> cc,
    Change<List<String>> bcc,
    Change<List<String>> replyTo,
    Change<String> subject,
    Change<String> text,
    Change<String> html,
    Change<Instant> sendAt,
    List<AttachmentInput> addAttachments,
    List<String> removeAttachments,
    LabelChange labels) {
  public DraftChanges {
    addAttachments = List.copyOf(addAttachments);
    removeAttachments = List.copyOf(removeAttachments);
  }

  /** Starts a change of nothing. */
  public static Builder none() {
    return new Builder();
  }

  boolean isEmpty() {
    boolean names =
        to.present() || cc.present() || bcc.present() || replyTo.present() || sendAt.present();
    boolean words = subject.present() || text.present() || html.present();
    boolean files = !addAttachments.isEmpty() || !removeAttachments.isEmpty();
    return !names && !words && !files && labels.add().isEmpty() && labels.remove().isEmpty();
  }

  /** Collects changes. Not thread safe. */
  public static final class Builder {
    private Change<List<String>> to = Change.none();
    private Change<List<String>> cc = Change.none();
    private Change<List<String>> bcc = Change.none();
    private Change<List<String>> replyTo = Change.none();
    private Change<String> subject = Change.none();
    private Change<String> text = Change.none();
    private Change<String> html = Change.none();
    private Change<Instant> sendAt = Change.none();
    private final List<AttachmentInput> addAttachments = new ArrayList<>();
    private List<String> removeAttachments = List.of();
    private LabelChange labels = new LabelChange(List.of(), List.of());

    private Builder() {}

    public Builder to(Change<List<String>> value) {
      to = value;
      return this;
    }

    public Builder cc(Change<List<String>> value) {
      cc = value;
      return this;
    }

    public Builder bcc(Change<List<String>> value) {
      bcc = value;
      return this;
    }

    public Builder replyTo(Change<List<String>> value) {
      replyTo = value;
      return this;
    }

    public Builder subject(Change<String> value) {
      subject = value;
      return this;
    }

    public Builder text(Change<String> value) {
      text = value;
      return this;
    }

    public Builder html(Change<String> value) {
      html = value;
      return this;
    }

    public Builder sendAt(Change<Instant> value) {
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
          to,
          cc,
          bcc,
          replyTo,
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
