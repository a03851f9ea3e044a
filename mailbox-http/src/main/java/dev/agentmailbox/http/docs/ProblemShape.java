package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import java.util.List;

/** What a problem document looks like. */
public final class ProblemShape {
  private static final ObjectShape FIELD_PROBLEM =
      ObjectShape.open(
          "FieldProblem",
          List.of(
              Field.of("path", Shapes.text(), "Where, for example to[0] or query.limit.")
                  .required(),
              Field.of("message", Shapes.text(), "What is wrong.").required()));

  /** Text for a human in English and Chinese, to be forwarded as it is. */
  public static final ObjectShape HUMAN_MESSAGE =
      ObjectShape.open(
          "HumanMessage",
          List.of(
              Field.of("en", Shapes.text(), "English.").required(),
              Field.of("zh", Shapes.text(), "Chinese.").required()));

  private static final ObjectShape PROBLEM = problem();

  private ProblemShape() {}

  /** The shape of every problem document. */
  public static ObjectShape shape() {
    return PROBLEM;
  }

  private static ObjectShape problem() {
    Shape<List<String>> texts = Shapes.list(Shapes.text());
    Shape<?> code = Shapes.choice(List.of(ErrorCode.values()), ErrorCode::wireName);
    return ObjectShape.open(
        "Problem",
        List.of(
            Field.of("type", Shapes.text("uri"), "Address of the code's entry.").required(),
            Field.of("title", Shapes.text(), "Error class name.").required(),
            Field.of("status", Shapes.integer(400, 599), "HTTP status.").required(),
            Field.of("detail", Shapes.text(), "One line of text.").required(),
            Field.of("instance", Shapes.text(), "Path of the request.").required(),
            Field.of("name", Shapes.text(), "Error class name.").required(),
            Field.of("code", code, "Stable, for programs to branch on.").required(),
            Field.of("message", Shapes.text(), "One line of text.").required(),
            Field.of("fix", Shapes.text(), "A hint.").required(),
            Field.of("docs", Shapes.text("uri"), "Link to the code's entry.").required(),
            Field.of("retryable", Shapes.flag(), "Whether the same request can succeed later.")
                .required(),
            Field.of("request_id", Shapes.text(), "Also in the header x-request-id.").required(),
            Field.of("human_message", HUMAN_MESSAGE, "For the human, to be forwarded as it is."),
            Field.of(
                "errors",
                Shapes.list(FIELD_PROBLEM),
                "Every problem; present with validation_error."),
            Field.of(
                "reason",
                Shapes.text(),
                "Why, where a code has several reasons. Of address_unavailable: taken, exists (an"
                    + " inbox in your scope has it), reserved."),
            Field.of(
                "inbox_id",
                Shapes.text(),
                "The inbox that has the username; present with address_unavailable, reason"
                    + " exists."),
            Field.of("reasons", texts, "Every blocking check; present with send_blocked."),
            Field.of("flags", texts, "Risk flags of the message."),
            Field.of("limit_bytes", Shapes.count(), "The limit that was passed, in bytes."),
            Field.of(
                "estimated_bytes",
                Shapes.count(),
                "Size of the refused message as it would be sent, in bytes; about right."),
            Field.of("waitlist_url", Shapes.text(), "Where a human joins the waitlist."),
            Field.of("docs_url", Shapes.text(), "Address of the reference.")));
  }
}
