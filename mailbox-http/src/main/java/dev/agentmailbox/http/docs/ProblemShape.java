package dev.agentmailbox.http.docs;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import java.util.List;

// spec ErrorFields.1, ErrorFields.2, ErrorFields.3, ErrorFields.4, ErrorFields.5, ErrorFields.6
// spec ErrorFields.7, ErrorFields.8, ErrorFields.9, ErrorFields.10, ErrorFields.11, ErrorFields.12
// spec ErrorFields.13
/** The schema of problem documents (RFC 9457). */
public final class ProblemShape {
  private static final ObjectShape FIELD_PROBLEM =
      ObjectShape.open(
          "FieldProblem",
          List.of(
              Field.of("path", Shapes.text(), "Location, for example to[0] or query.limit.")
                  .required(),
              Field.of("message", Shapes.text(), "What is wrong with the value.").required()));

  /** Text to forward to a human unchanged, in English and Chinese. */
  public static final ObjectShape HUMAN_MESSAGE =
      ObjectShape.open(
          "HumanMessage",
          List.of(
              Field.of("en", Shapes.text(), "The text in English.").required(),
              Field.of("zh", Shapes.text(), "The text in Chinese.").required()));

  private static final ObjectShape PROBLEM = problem();

  private ProblemShape() {}

  /** The schema of problem documents. */
  public static ObjectShape shape() {
    return PROBLEM;
  }

  private static ObjectShape problem() {
    Shape<?> code = Shapes.choice(List.of(ErrorCode.values()), ErrorCode::wireName);
    return ObjectShape.open(
        "Problem",
        List.of(
            Field.of("type", Shapes.text("uri"), "URL of the reference entry for code.").required(),
            Field.of("title", Shapes.text(), "Name of the error class.").required(),
            Field.of("status", Shapes.integer(400, 599), "HTTP status.").required(),
            Field.of("detail", Shapes.text(), "What went wrong, in one line.").required(),
            Field.of("instance", Shapes.text(), "Path of the request, without query.").required(),
            Field.of("name", Shapes.text(), "Same as title.").required(),
            Field.of("code", code, "Stable error code to branch on.").required(),
            Field.of("message", Shapes.text(), "Same as detail.").required(),
            Field.of("fix", Shapes.text(), "What to do about it, in one line.").required(),
            Field.of("docs", Shapes.text("uri"), "Same as type.").required(),
            Field.of("retryable", Shapes.flag(), "Whether the same request may succeed later.")
                .required(),
            Field.of(
                    "request_id",
                    Shapes.text(),
                    "Identifier of the request; also in the header x-request-id.")
                .required(),
            Field.of("human_message", HUMAN_MESSAGE, "Forward it to the human unchanged."),
            Field.of(
                "errors",
                Shapes.list(FIELD_PROBLEM),
                "All invalid fields; present with validation_error."),
            Field.of(
                "reason",
                Shapes.text(),
                "Distinguishes the causes of a code. For address_unavailable: taken, exists (by an"
                    + " inbox in your scope), reserved."),
            Field.of(
                "inbox_id",
                Shapes.text(),
                "The existing inbox; present with address_unavailable and reason exists."),
            Field.of(
                "reasons",
                Shapes.list(KnownValues.BLOCK_REASON),
                "The findings that block the message; present with send_blocked."),
            Field.of("flags", Shapes.list(KnownValues.RISK_FLAG), "Risk flags of the message."),
            Field.of("limit_bytes", Shapes.count(), "The limit exceeded, in bytes."),
            Field.of(
                "estimated_bytes",
                Shapes.count(),
                "Estimated size of the refused message as sent, in bytes."),
            Field.of("waitlist_url", Shapes.text(), "Where a human joins the waitlist."),
            Field.of("docs_url", Shapes.text(), "URL of the reference.")));
  }
}
