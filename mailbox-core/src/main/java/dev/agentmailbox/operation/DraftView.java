package dev.agentmailbox.operation;

import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.draft.DraftBody;

/** One draft with its bodies. */
public record DraftView(Draft draft, DraftBody body) {}
