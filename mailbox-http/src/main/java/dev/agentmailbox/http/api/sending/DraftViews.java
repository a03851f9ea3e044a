package dev.agentmailbox.http.api.sending;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftOrigin;
import dev.agentmailbox.draft.DraftSubmission;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.api.message.MessageViews;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.sending.SendStatus;
import dev.agentmailbox.service.draft.DraftView;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Response objects for drafts. */
final class DraftViews {
  private static final View<Draft> ITEM =
      View.<Draft>of("DraftItem")
          .text("inbox_id", Draft::inboxId)
          .text("pod_id", draft -> draft.scope().podId())
          .text("draft_id", Draft::id)
          .about("Identifier of the draft.")
          .optionalText("client_id", Draft::clientId)
          .about("Idempotent handle given on creation; absent when there was none.")
          .texts("labels", draft -> draft.content().labels())
          .about("Always includes draft.")
          .texts("reply_to", Shapes.foreign(), draft -> draft.content().recipients().replyTo())
          .about("Reply-To addresses as given; replaced by the service on sending.")
          .texts("to", Shapes.foreign(), draft -> draft.content().recipients().to())
          .about("Recipients as given.")
          .texts("cc", Shapes.foreign(), draft -> draft.content().recipients().cc())
          .about("Cc recipients as given.")
          .texts("bcc", Shapes.foreign(), draft -> draft.content().recipients().bcc())
          .about("Bcc recipients as given.")
          .optionalText("subject", Shapes.foreign(), draft -> draft.content().subject())
          .about("Subject; absent when there is none.")
          .optionalText("preview", Shapes.foreign(), draft -> draft.content().preview())
          .about("Beginning of the text; absent when there is none.")
          .objects("attachments", MessageViews.ATTACHMENT, draft -> draft.content().files())
          .about("Attached files, without their content.")
          .optionalText("in_reply_to", draft -> about(draft, origin -> !origin.forwards()))
          .about("message_id of the message it replies to; absent when it is no reply.")
          .optionalText("forward_of", draft -> about(draft, DraftOrigin::forwards))
          .about("message_id of the message it forwards; absent when it is no forward.")
          .texts("references", Shapes.foreign(), DraftViews::references)
          .about("Message-IDs for the References header of a reply.")
          .optionalText(
              "send_status",
              Shapes.choice(
                  List.of(
                      SendStatus.SCHEDULED,
                      SendStatus.PENDING_APPROVAL,
                      SendStatus.SENDING,
                      SendStatus.FAILED),
                  SendStatus::wireName),
              draft -> draft.sendStatus().map(SendStatus::wireName).orElse(null))
          .about(
              "Where its last send stands. Read-only until that ended; failed also when it was"
                  + " blocked or rejected. The draft is gone once it is sent.")
          .optionalTime("send_at", draft -> draft.content().sendAt())
          .about("Requested send time; absent when none was set.")
          .optionalText(
              "send_id",
              draft ->
                  Optional.ofNullable(draft.submission()).map(DraftSubmission::sendId).orElse(null))
          .about("The latest send of the draft; absent when there was none.")
          .time("created_at", Draft::createdAt)
          .time("updated_at", Draft::updatedAt)
          .build();
  static final View<ListPage<Draft>> ITEMS = Lists.of("DraftList", "drafts", ITEM);
  static final View<DraftView> DRAFT =
      View.<DraftView>of("Draft")
          .include(ITEM, DraftView::draft)
          .optionalText("text", Shapes.foreign(), view -> view.body().text())
          .about("Plain text body; absent when there is none.")
          .optionalText("html", Shapes.foreign(), view -> view.body().html())
          .about("HTML body; absent when there is none.")
          .build();

  private DraftViews() {}

  private static @Nullable String about(Draft draft, Predicate<DraftOrigin> as) {
    return Optional.ofNullable(draft.content().origin())
        .filter(as)
        .map(DraftOrigin::messageId)
        .orElse(null);
  }

  private static List<String> references(Draft draft) {
    return Optional.ofNullable(draft.content().origin())
        .map(DraftOrigin::references)
        .orElse(List.of());
  }
}
