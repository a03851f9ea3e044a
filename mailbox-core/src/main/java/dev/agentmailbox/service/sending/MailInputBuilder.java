package dev.agentmailbox.service.sending;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds what sends and drafts have in common. Attachments are added to earlier ones. Not thread
 * safe.
 *
 * @param <B> type of the builder itself
 */
public abstract class MailInputBuilder<B extends MailInputBuilder<B>> {
  private final boolean replacing;
  private final List<String> to = new ArrayList<>();
  private final List<String> cc = new ArrayList<>();
  private final List<String> bcc = new ArrayList<>();
  private @Nullable String subject;
  private @Nullable String text;
  private @Nullable String html;
  private final List<AttachmentInput> attachments = new ArrayList<>();
  private final List<String> labels = new ArrayList<>();
  private @Nullable Instant sendAt;

  /**
   * Creates an empty mail.
   *
   * @param replacing whether addresses and labels replace earlier ones instead of being added
   */
  protected MailInputBuilder(boolean replacing) {
    this.replacing = replacing;
  }

  protected abstract B self();

  private B put(List<String> values, Collection<String> given) {
    if (replacing) {
      values.clear();
    }
    values.addAll(given);
    return self();
  }

  public B to(String... addresses) {
    return to(Arrays.asList(addresses));
  }

  public B to(Collection<String> addresses) {
    return put(to, addresses);
  }

  public B cc(Collection<String> addresses) {
    return put(cc, addresses);
  }

  public B bcc(Collection<String> addresses) {
    return put(bcc, addresses);
  }

  public B subject(@Nullable String value) {
    subject = value;
    return self();
  }

  public B text(@Nullable String value) {
    text = value;
    return self();
  }

  public B html(@Nullable String value) {
    html = value;
    return self();
  }

  public B attach(AttachmentInput file) {
    attachments.add(file);
    return self();
  }

  public B labels(Collection<String> values) {
    return put(labels, values);
  }

  public B sendAt(@Nullable Instant value) {
    sendAt = value;
    return self();
  }

  /** The mail built so far. */
  protected final MailInput mail() {
    return new MailInput(
        new MailInput.Recipients(to, cc, bcc), subject, text, html, attachments, labels, sendAt);
  }
}
