package dev.agentmailbox.http.api.message;

import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.mime.html.RenderedMail;
import dev.agentmailbox.service.intake.screening.InstructionPhrases;
import dev.agentmailbox.service.message.MessageView;
import java.util.List;

/** Mail sanitized for display. */
public final class RenderedViews {
  private static final View<RenderedMail.Link> LINK =
      View.<RenderedMail.Link>of("RenderedLink")
          .text("label", Shapes.foreign(), RenderedMail.Link::label)
          .about("Visible text of the link, shortened.")
          .text("url", Shapes.foreign(), RenderedMail.Link::url)
          .about("The target as written, shortened.")
          .optionalText("host", Shapes.foreign(), RenderedMail.Link::host)
          .about(
              "Where it leads, in ASCII; a scheme with a colon where there is no host. Absent for"
                  + " an anchor within the mail.")
          .flag("mismatch", RenderedMail.Link::mismatch)
          .about("True when the label names a different host or the host imitates another one.")
          .build();

  public static final View<RenderedMail> RENDERED =
      View.<RenderedMail>of("RenderedMail")
          .optionalText("html", Shapes.foreign(), RenderedMail::html)
          .about(
              "Sanitized HTML: no scripts, remote images or link targets. The attribute data-style"
                  + " of an element is what is left of its style: nothing that hides, moves or loads."
                  + " The host"
                  + " of each link follows it in a mark element. Absent when the mail has no"
                  + " HTML.")
          .objects("links", LINK, RenderedMail::links)
          .about("At most " + RenderedMail.MAX_LINKS + " links.")
          .flag("more_links", RenderedMail::moreLinks)
          .about("True when there are more links than listed.")
          .texts("remote_pictures", Shapes.foreign(), RenderedMail::remotePictures)
          .about(
              "Hosts from which mail clients would load images or styles, at most "
                  + RenderedMail.MAX_HOSTS
                  + ".")
          .flag("text_differs", RenderedMail::textDiffers)
          .about(
              "True when the text part differs in words from the HTML, or names a host to"
                  + " which the HTML does not link.")
          .optionalText("hidden_text", Shapes.foreign(), RenderedMail::hiddenText)
          .about(
              "Text that the HTML contains but hides from readers, at most "
                  + RenderedMail.MAX_HIDDEN_TEXT
                  + " characters.")
          .texts("not_shown", Shapes.foreign(), RenderedMail::notShown)
          .about(
              "Text, values and addresses of the original HTML that `html` does not contain, each"
                  + " after the name of its element or attribute; at most "
                  + RenderedMail.MAX_NOT_SHOWN
                  + " characters together.")
          .flag("html_unfaithful", RenderedMail::htmlUnfaithful)
          .about(
              "True when recipients may see other words than `html` shows, or in another order:"
                  + " styles, elements or characters of the original can hide, add or move text.")
          .flag("html_unreadable", RenderedMail::htmlUnreadable)
          .about("True when the HTML is too complex to be displayed safely.")
          .build();

  private record Reviewed(RenderedMail mail, List<String> instructions) {}

  private static final View<Reviewed> REVIEWED =
      View.<Reviewed>of("RenderedMessage")
          .include(RENDERED, Reviewed::mail)
          .texts("instructions", Shapes.foreign(), Reviewed::instructions)
          .about(
              "Phrases in received mail that seem to speak to a model, at most "
                  + InstructionPhrases.MAX_PHRASES
                  + " of "
                  + InstructionPhrases.MAX_CHARACTERS
                  + " characters. Empty does not mean that there are none.")
          .build();

  /** Declares the answer with {@link #review}. */
  static OperationBuilder answersReview(OperationBuilder row) {
    return row.answersOk(REVIEWED, "The HTML has no scripts and loads nothing from the network.");
  }

  /** A message for a human, with the phrases that may be meant for its agent. */
  static Response review(MessageView view) {
    RenderedMail mail = view.rendered();
    List<String> instructions =
        view.message().direction() == Direction.INBOUND
            ? InstructionPhrases.in(view.message().subject(), view.body().text(), mail.hiddenText())
            : List.of();
    return Response.ok(REVIEWED, new Reviewed(mail, instructions));
  }

  private RenderedViews() {}
}
