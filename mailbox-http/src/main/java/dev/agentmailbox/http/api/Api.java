package dev.agentmailbox.http.api;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.token.DownloadLinks;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.http.token.PageTokens;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.http.token.TokenCodec;
import java.util.ArrayList;
import java.util.List;

/** Every row of the operation table that needs a mailbox. */
public final class Api {
  private Api() {}

  /**
   * The rows.
   *
   * @param keys sign page tokens, cursors and download links
   * @param baseUrl what download links begin with, without {@code /v0}
   */
  public static List<Operation> rows(Mailbox mailbox, SigningKeys keys, String baseUrl) {
    TokenCodec codec = new TokenCodec(keys);
    Paging paging = new Paging(new PageTokens(codec));
    EventCursors cursors = new EventCursors(codec, mailbox.context().clock());
    Links links = new Links(new DownloadLinks(codec, mailbox.context().clock(), baseUrl));
    List<Operation> rows = new ArrayList<>();
    rows.addAll(new AccountRoutes(mailbox, paging).rows());
    rows.addAll(new InboxRoutes(mailbox, paging).rows());
    rows.addAll(new MessageRoutes(mailbox, paging, links).rows());
    rows.addAll(new ThreadRoutes(mailbox, paging, links).rows());
    rows.addAll(new SendRoutes(mailbox, paging).rows());
    rows.addAll(new ApprovalRoutes(mailbox, paging).rows());
    rows.addAll(new PauseRoutes(mailbox).rows());
    rows.addAll(new PolicyRoutes(mailbox).rows());
    rows.addAll(new ListRoutes(mailbox, paging).rows());
    rows.addAll(new DraftRoutes(mailbox, paging, links).rows());
    rows.addAll(new EventRoutes(mailbox, paging, cursors).rows());
    rows.addAll(new UsageRoutes(mailbox).rows());
    rows.add(new DownloadRoute(mailbox, links).row());
    return rows;
  }
}
