package dev.agentmailbox.http.api;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.http.api.access.ApiKeyRoutes;
import dev.agentmailbox.http.api.access.ConsoleRoutes;
import dev.agentmailbox.http.api.access.GrantMetadata;
import dev.agentmailbox.http.api.access.GrantProgramRoutes;
import dev.agentmailbox.http.api.access.GrantRoutes;
import dev.agentmailbox.http.api.access.PasskeyRoutes;
import dev.agentmailbox.http.api.access.PushRoutes;
import dev.agentmailbox.http.api.account.AccountRoutes;
import dev.agentmailbox.http.api.account.DirectedCodeRoutes;
import dev.agentmailbox.http.api.account.InviteRoutes;
import dev.agentmailbox.http.api.account.MemberRoutes;
import dev.agentmailbox.http.api.account.MembershipRoutes;
import dev.agentmailbox.http.api.account.MetricsRoutes;
import dev.agentmailbox.http.api.account.OperatorRoutes;
import dev.agentmailbox.http.api.account.PauseRoutes;
import dev.agentmailbox.http.api.account.SignUpRoutes;
import dev.agentmailbox.http.api.account.UsageRoutes;
import dev.agentmailbox.http.api.account.WaitlistRoutes;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.api.common.PublicUrls;
import dev.agentmailbox.http.api.event.EventRoutes;
import dev.agentmailbox.http.api.event.WebhookRoutes;
import dev.agentmailbox.http.api.message.DownloadRoute;
import dev.agentmailbox.http.api.message.InboxRoutes;
import dev.agentmailbox.http.api.message.ListRoutes;
import dev.agentmailbox.http.api.message.MessageRoutes;
import dev.agentmailbox.http.api.message.PolicyRoutes;
import dev.agentmailbox.http.api.message.ThreadRoutes;
import dev.agentmailbox.http.api.sending.ApprovalRoutes;
import dev.agentmailbox.http.api.sending.DraftRoutes;
import dev.agentmailbox.http.api.sending.RuleRoutes;
import dev.agentmailbox.http.api.sending.SendRoutes;
import dev.agentmailbox.http.audit.AuditRoutes;
import dev.agentmailbox.http.console.ConsolePages;
import dev.agentmailbox.http.limit.NetworkOperators;
import dev.agentmailbox.http.server.SessionCookieHeader;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.token.DownloadLinks;
import dev.agentmailbox.http.token.EventCursors;
import dev.agentmailbox.http.token.PageTokens;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.http.token.TokenCodec;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The operations that need a mailbox. */
public final class Api {
  private Api() {}

  /** The rows, with the console at {@code /console}. */
  public static List<Operation> rows(
      Mailbox mailbox, SigningKeys keys, String baseUrl, EventWaits waits) {
    return rows(
        mailbox,
        keys,
        baseUrl,
        new PublicUrls(baseUrl + "/console", baseUrl + "/docs", NetworkOperators.NONE),
        waits);
  }

  /**
   * The rows.
   *
   * @param keys sign page tokens, cursors and download links
   * @param baseUrl what download links begin with, without {@code /v0}
   * @param publicUrls URLs of console and documentation, and the operators of networks
   * @param waits calls that wait for an event; closed by the caller
   */
  public static List<Operation> rows(
      Mailbox mailbox, SigningKeys keys, String baseUrl, PublicUrls publicUrls, EventWaits waits) {
    String appUrl = publicUrls.appUrl();
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
    rows.addAll(new ApprovalRoutes(mailbox, paging, links).rows());
    rows.addAll(new PauseRoutes(mailbox).rows());
    rows.addAll(new PolicyRoutes(mailbox).rows());
    rows.addAll(new RuleRoutes(mailbox, paging).rows());
    rows.addAll(new ListRoutes(mailbox, paging).rows());
    rows.addAll(new DraftRoutes(mailbox, paging, links).rows());
    rows.addAll(new EventRoutes(mailbox, paging, cursors, waits).rows());
    rows.addAll(new WebhookRoutes(mailbox, paging).rows());
    rows.addAll(new UsageRoutes(mailbox).rows());
    rows.addAll(new MetricsRoutes(mailbox).rows());
    ConsoleRoutes console = new ConsoleRoutes(mailbox, appUrl, SessionCookieHeader.of(baseUrl));
    rows.addAll(console.rows());
    String relyingParty = URI.create(appUrl).getHost();
    rows.addAll(new PasskeyRoutes(mailbox, publicUrls, relyingParty, console).rows());
    rows.addAll(new PushRoutes(mailbox).rows());
    rows.addAll(new MemberRoutes(mailbox, paging).rows());
    rows.addAll(new MembershipRoutes(mailbox).rows());
    rows.addAll(new ApiKeyRoutes(mailbox, paging).rows());
    GrantMetadata grants = new GrantMetadata(baseUrl, publicUrls.docsUrl());
    rows.addAll(new GrantProgramRoutes(mailbox, publicUrls, grants).rows());
    rows.addAll(new GrantRoutes(mailbox, paging, grants).rows());
    rows.addAll(new AuditRoutes(mailbox, paging).rows());
    rows.addAll(new OperatorRoutes(mailbox, paging).rows());
    rows.addAll(new DirectedCodeRoutes(mailbox, paging).rows());
    rows.addAll(new SignUpRoutes(mailbox, publicUrls).rows());
    rows.addAll(new WaitlistRoutes(mailbox, publicUrls).rows());
    rows.addAll(new InviteRoutes(mailbox, paging).rows());
    rows.addAll(ConsolePages.rows(appUrl, publicUrls.docsUrl()));
    rows.add(new DownloadRoute(mailbox, links).row());
    return rows;
  }

  /** The single-use link that the first start prints. */
  public static String firstLink(String baseUrl, SessionCookie secret) {
    return baseUrl + ConsoleRoutes.FIRST_LINK + "?token=" + secret.reveal();
  }
}
