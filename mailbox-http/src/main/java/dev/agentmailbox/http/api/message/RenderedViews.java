package dev.agentmailbox.http.api.message;

import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.mime.html.RenderedMail;

/** How mail is shown to a person. */
public final class RenderedViews {
  private static final View<RenderedMail.Link> LINK =
      View.<RenderedMail.Link>of("RenderedLink")
          .text("label", Shapes.foreign(), RenderedMail.Link::label)
          .about("What readers see of it, shortened.")
          .text("url", Shapes.foreign(), RenderedMail.Link::url)
          .about("As written, shortened.")
          .optionalText("host", Shapes.foreign(), RenderedMail.Link::host)
          .about(
              "Where it leads, in ASCII; a scheme with a colon where there is no host. Absent for"
                  + " a place in the mail itself.")
          .flag("mismatch", RenderedMail.Link::mismatch)
          .about("The label names another host, or the address looks like another.")
          .build();

  public static final View<RenderedMail> RENDERED =
      View.<RenderedMail>of("RenderedMail")
          .optionalText("html", Shapes.foreign(), RenderedMail::html)
          .about(
              "Known elements only: no script, style, address or remote picture. Each link is"
                  + " followed by its host in a mark element. Absent when the mail has no HTML.")
          .objects("links", LINK, RenderedMail::links)
          .about("At most " + RenderedMail.MAX_LINKS + " links.")
          .flag("more_links", RenderedMail::moreLinks)
          .about("There are more than those.")
          .texts("remote_pictures", Shapes.foreign(), RenderedMail::remotePictures)
          .about(
              "Hosts that the programs of recipients load pictures or styles from, at most "
                  + RenderedMail.MAX_HOSTS
                  + ".")
          .flag("text_differs", RenderedMail::textDiffers)
          .about(
              "The text part has other words than the HTML, or names a host that the HTML does not"
                  + " lead to.")
          .optionalText("hidden_text", Shapes.foreign(), RenderedMail::hiddenText)
          .about(
              "What the HTML says and hides, at most "
                  + RenderedMail.MAX_HIDDEN_TEXT
                  + " characters.")
          .flag("html_unreadable", RenderedMail::htmlUnreadable)
          .about("There is HTML that is too complex to be shown safely.")
          .build();

  private RenderedViews() {}
}
