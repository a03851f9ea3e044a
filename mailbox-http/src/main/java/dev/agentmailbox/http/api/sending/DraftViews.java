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
import java.util.function.Function;
import java.util.function.Predicate;

/** How drafts are written. */
final class DraftViews {
  private static final View<Draft> ITEM =
      item(View.<Draft>of("DraftItem"), Function.identity()).build();
  static final View<ListPage<Draft>> ITEMS = Lists.of("DraftList", "drafts", ITEM);
  static final View<DraftView> DRAFT =
      item(View.<DraftView>of("Draft"), DraftView::draft)
          .optionalText(
              "text", Shapes.foreign(), view -> Optional.ofNullable(view.body().text()), "")
          .optionalText(
              "html", Shapes.foreign(), view -> Optional.ofNullable(view.body().html()), "")
          .build();

  private DraftViews() {}

  private static <T> View.Builder<T> item(View.Builder<T> view, Function<T, Draft> of) {
    return view.text("inbox_id", v -> of.apply(v).inboxId(), "")
        .text("pod_id", v -> of.apply(v).podId(), "")
        .text("draft_id", v -> of.apply(v).id(), "")
        .optionalText("client_id", v -> Optional.ofNullable(of.apply(v).clientId()), "")
        .texts("labels", v -> of.apply(v).labels(), "Always has draft.")
        .texts("reply_to", Shapes.foreign(), v -> of.apply(v).recipients().replyTo(), "")
        .texts(
            "to", Shapes.foreign(), v -> of.apply(v).recipients().to(), "As its author wrote them.")
        .texts("cc", Shapes.foreign(), v -> of.apply(v).recipients().cc(), "")
        .texts("bcc", Shapes.foreign(), v -> of.apply(v).recipients().bcc(), "")
        .optionalText(
            "subject", Shapes.foreign(), v -> Optional.ofNullable(of.apply(v).subject()), "")
        .optionalText(
            "preview", Shapes.foreign(), v -> Optional.ofNullable(of.apply(v).preview()), "")
        .objects("attachments", MessageViews.ATTACHMENT, v -> of.apply(v).files(), "")
        .optionalText(
            "in_reply_to",
            v -> about(of.apply(v), origin -> !origin.forwards()),
            "message_id of the message it answers.")
        .optionalText(
            "forward_of",
            v -> about(of.apply(v), DraftOrigin::forwards),
            "message_id of the message it passes on.")
        .texts(
            "references",
            Shapes.foreign(),
            v -> references(of.apply(v)),
            "Message-IDs the answer will refer to.")
        .optionalText(
            "send_status",
            Shapes.choice(
                List.of(
                    SendStatus.SCHEDULED,
                    SendStatus.PENDING_APPROVAL,
                    SendStatus.SENDING,
                    SendStatus.FAILED),
                SendStatus::wireName),
            v -> of.apply(v).sendStatus().map(SendStatus::wireName),
            "Where its last send stands. Read-only until that ended; failed also when it was"
                + " blocked or rejected. The draft is gone once it is sent.")
        .optionalTime("send_at", v -> Optional.ofNullable(of.apply(v).sendAt()), "")
        .optionalText(
            "send_id",
            v -> Optional.ofNullable(of.apply(v).submission()).map(DraftSubmission::sendId),
            "The last send made of it.")
        .time("created_at", v -> of.apply(v).createdAt(), "")
        .time("updated_at", v -> of.apply(v).updatedAt(), "");
  }

  private static Optional<String> about(Draft draft, Predicate<DraftOrigin> as) {
    return Optional.ofNullable(draft.origin()).filter(as).map(DraftOrigin::messageId);
  }

  private static List<String> references(Draft draft) {
    return Optional.ofNullable(draft.origin()).map(DraftOrigin::references).orElse(List.of());
  }
}
