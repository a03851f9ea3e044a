package dev.agentmailbox.port;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftAttachment;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.draft.DraftContent;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.message.Attachment;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.sending.SendKind;
import dev.agentmailbox.sending.WrittenRecipients;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a draft; what is not said has a plain value. */
public final class DraftFixture {
  public static final DraftBody BODY = new DraftBody("Some text", "<p>Some text</p>");

  private final Scope inbox;
  private final String id;
  private @Nullable String clientId;
  private int revision = 1;
  private final List<DraftAttachment> files = new ArrayList<>();
  private @Nullable DraftOrigin origin;
  private @Nullable DraftSubmission submission;
  private Instant createdAt = StoreFixtures.START;

  private DraftFixture(Scope inbox, String id) {
    this.inbox = inbox;
    this.id = id;
  }

  public static DraftFixture draft(Scope inbox, String id) {
    return new DraftFixture(inbox, id);
  }

  public DraftFixture client(String value) {
    clientId = value;
    return this;
  }

  public DraftFixture revision(int value) {
    revision = value;
    return this;
  }

  public DraftFixture file(String attachmentId, String contentKey) {
    files.add(
        new DraftAttachment(
            new Attachment(attachmentId, "", "ä.txt", 3, "text/plain", "inline", "c1"),
            contentKey));
    return this;
  }

  public DraftFixture replyTo(String messageId) {
    origin = new DraftOrigin(SendKind.REPLY_ALL, messageId, List.of("<a@b>", "<c@d>"));
    return this;
  }

  public DraftFixture submitted(DraftSubmission value) {
    submission = value;
    return this;
  }

  public DraftFixture at(Instant time) {
    createdAt = time;
    return this;
  }

  public Draft build() {
    DraftContent content =
        new DraftContent(
            Set.of(Label.DRAFT, "custom"),
            new WrittenRecipients(
                List.of("\"Ä, B\" <to@example.com>"),
                List.of("cc@example.com"),
                List.of(),
                List.of()),
            "A subject",
            "A preview",
            files,
            origin,
            StoreFixtures.at(60),
            40);
    return new Draft(
        id,
        inbox,
        clientId,
        revision,
        content,
        submission,
        createdAt,
        createdAt.plusSeconds(revision));
  }

  /** Writes the draft with a short body. */
  public Draft insert(StoreTransaction tx) {
    Draft draft = build();
    tx.drafts().insert(draft, BODY);
    return draft;
  }
}
