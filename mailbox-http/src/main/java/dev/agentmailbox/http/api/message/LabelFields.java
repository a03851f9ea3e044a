package dev.agentmailbox.http.api.message;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.message.Labels.Labelled;
import java.util.List;

/** Fields and response objects of label changes. */
public final class LabelFields {
  private static final Field<List<String>> ADD =
      Field.of(
          "add_labels",
          Shapes.texts(Shapes.text()),
          "Labels to add; one that is already there is no error.");
  private static final Field<List<String>> REMOVE =
      Field.of(
          "remove_labels",
          Shapes.texts(Shapes.text()),
          "Labels to remove; one that is not there is no error.");
  public static final List<Field<?>> CHANGE = List.of(ADD, REMOVE);

  static final View<Labelled> MESSAGE =
      View.<Labelled>of("UpdateMessageResponse")
          .text("message_id", Labelled::messageId)
          .texts("labels", Labelled::labels)
          .about("All labels after the change.")
          .build();
  static final View<MailThread> THREAD =
      View.<MailThread>of("UpdateThreadResponse")
          .text("thread_id", MailThread::id)
          .texts("labels", MailThread::labels)
          .about("All labels after the change.")
          .build();

  private LabelFields() {}

  public static LabelChange change(Request call) {
    return new LabelChange(call.find(ADD).orElse(List.of()), call.find(REMOVE).orElse(List.of()));
  }
}
