package dev.agentmailbox.service.draft;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.mime.html.RenderedMail;

/** One draft with its bodies. */
public record DraftView(Draft draft, DraftBody body) {
  /** What a person may look at. Made when asked. */
  public RenderedMail rendered() {
    return RenderedMail.of(body.text(), body.html());
  }
}
