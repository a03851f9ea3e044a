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

/** How drafts are written. */
final class DraftViews {
  private static final View<Draft> ITEM =
      View.<Draft>of("DraftItem")
          .text("inbox_id", Draft::inboxId)
          .text("pod_id", draft -> draft.scope().podId())
          .text("draft_id", Draft::id)
          .optionalText("client_id", Draft::clientId)
          .texts("labels", draft -> draft.content().labels())
          .about("Always has draft.")
          .texts("reply_to", Shapes.foreign(), draft -> draft.content().recipients().replyTo())
          .texts("to", Shapes.foreign(), draft -> draft.content().recipients().to())
          .about("As its author wrote them.")
          .texts("cc", Shapes.foreign(), draft -> draft.content().recipients().cc())
          .texts("bcc", Shapes.foreign(), draft -> draft.content().recipients().bcc())
          .optionalText("subject", Shapes.foreign(), draft -> draft.content().subject())
          .optionalText("preview", Shapes.foreign(), draft -> draft.content().preview())
          .objects("attachments", MessageViews.ATTACHMENT, draft -> draft.content().files())
          .optionalText("in_reply_to", draft -> about(draft, origin -> !origin.forwards()))
          .about("message_id of the message it answers.")
          .optionalText("forward_of", draft -> about(draft, DraftOrigin::forwards))
          .about("message_id of the message it passes on.")
          .texts("references", Shapes.foreign(), DraftViews::references)
          .about("Message-IDs the answer will refer to.")
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
          .optionalText(
              "send_id",
              draft ->
                  Optional.ofNullable(draft.submission()).map(DraftSubmission::sendId).orElse(null))
          .about("The last send made of it.")
          .time("created_at", Draft::createdAt)
          .time("updated_at", Draft::updatedAt)
          .build();
  static final View<ListPage<Draft>> ITEMS = Lists.of("DraftList", "drafts", ITEM);
  static final View<DraftView> DRAFT =
      View.<DraftView>of("Draft")
          .include(ITEM, DraftView::draft)
          .optionalText("text", Shapes.foreign(), view -> view.body().text())
          .optionalText("html", Shapes.foreign(), view -> view.body().html())
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
