package dev.agentmailbox.service.draft;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftBody;
import dev.agentmailbox.mime.html.RenderedMail;

/** A draft with its bodies. */
public record DraftView(Draft draft, DraftBody body) {
  /** Rendering for human review; computed on each call. */
  public RenderedMail rendered() {
    return RenderedMail.of(body.text(), body.html());
  }
}
