package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The console in Chromium, on desktop and phone; {@code -Dconsole.pictures=DIR} keeps pictures. */
class ConsoleBrowserIT extends ConsoleTest {
  /** All bytes of the first page together. */
  private static final int FIRST_PAGE_BYTES = 100_000;

  private static final String BYTES_LOADED =
      "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
          + ".reduce((sum, entry) => sum + entry.transferSize, 0)";

  /** What runs, loads or sends, in a tag. */
  private static final Pattern ACTIVE =
      Pattern.compile(
          "(?i)<(?:script|style|iframe|object|embed|applet|form|input|button|svg|math|link|meta|base|video|audio)"
              + "|<[^>]*\\s(?:on\\w+|href|style|srcset|background|action|ping)\\s*=|<[^>]*\\ssrc=\"(?!data:image/)");

  private static final String TOAST = ".toast:has-text(\"%s\")";


  @Override
  protected Map<String, String> settings() {
    return Map.of("MAILBOX_WEBHOOK_ALLOW_LOCAL", "true");
  }

  /** An inbox of that name and size of window, made by the owner. */
  private String inbox(Page page, String name, Screen screen) {
    String username = name + "-" + screen.name().toLowerCase(Locale.ROOT);
    return browser
        .call(page, "POST", "/inboxes", Map.of("username", username))
        .path("inbox_id")
        .asString();
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void what_waits_is_approved_or_rejected_and_can_be_undone(Screen screen) throws IOException {
    try (Page page = browser.owner(screen, "approvals")) {
      String inbox = inbox(page, "shop", screen);
      String policy = "/inboxes/" + inbox + "/policy";
      browser.call(page, "PATCH", policy, Map.of("approval_flags", List.of("first_contact")));
      String yes = ask(page, inbox, "yes-" + screen);
      page.reload();
      browser.await(page, "ul.list li:has-text(\"To yes-" + screen + "@client.test\")");
      assertTrue(page.innerText("ul.list li").contains("From " + inbox));
      assertEquals(0, page.locator("ul.list button").count(), "a decision beside unread mail");
      browser.examine(page);
      page.keyboard().press("j");
      page.keyboard().press("a");
      page.keyboard().press("r");
      assertEquals(0, page.locator(".toast").count());
      page.click("ul.list a:has-text(\"Your order\")");
      browser.await(page, "iframe.mail");
      browser.examine(page);
      page.click("button:has-text(\"Approve\")");
      page.click(TOAST.formatted("Undo") + " button");
      page.click("button:has-text(\"Approve\")");
      browser.await(page, TOAST.formatted("Approved"));
      page.navigate(browser.base() + "/console/approvals");
      browser.await(page, "ul.done .tag:text-is(\"approved\")");
      awaitStatus(page, yes, "sent");

      String no = ask(page, inbox, "no-" + screen);
      page.navigate(browser.base() + "/console/approvals");
      browser.await(page, "ul.list li");
      page.keyboard().press("j");
      page.keyboard().press("Enter");
      browser.await(page, "h1:has-text(\"Approve this message?\")");
      page.keyboard().press("r");
      browser.await(page, TOAST.formatted("Rejected"));
      awaitStatus(page, no, "rejected");
    }
  }

  /** A send that waits for the owner; returns its identifier. */
  private String ask(Page page, String inbox, String name) {
    Map<String, Object> mail =
        Map.of(
            "to", List.of(name + "@client.test"),
            "subject", "Your order",
            "text", "Dear Ann,\n\nyour parcel leaves today.",
            "html", "<p>Dear <b>Ann</b></p><script>alert(1)</script><img src=x onerror=alert(1)>");
    JsonNode send = browser.call(page, "POST", "/inboxes/" + inbox + "/messages/send", mail);
    assertEquals("pending_approval", send.path("status").asString());
    return send.path("send_id").asString();
  }

  private void awaitStatus(Page page, String send, String status) {
    page.waitForCondition(
        () ->
            browser
                .call(page, "GET", "/sends/" + send, "")
                .path("status")
                .asString()
                .equals(status));
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void html_whose_label_and_target_differ_is_warned_of(Screen screen) throws IOException {
    try (Page page = browser.owner(screen, "approvals")) {
      String inbox = inbox(page, "support", screen);
      String policy = "/inboxes/" + inbox + "/policy";
      browser.call(page, "PATCH", policy, Map.of("approval_flags", List.of("first_contact")));
      browser.call(page, "POST", "/inboxes/" + inbox + "/messages/send", invoice());
      page.reload();
      browser.picture(page, screen, "approvals");
      page.click("ul.list a:has-text(\"Invoice 2026-118\")");
      browser.await(page, "iframe.mail");
      String warned =
          "The link “https://pay.northwind.example/invoice/118” leads to"
              + " northwind-billing.example.";
      PlaywrightAssertions.assertThat(page.locator("main p.alert").first()).hasText(warned);
      assertEquals(2, page.locator("main p.alert").first().locator("bdi").count());
      browser.await(page, "main .alert:has-text(\"The text part differs from the HTML part\")");
      browser.await(page, "main .alert:has-text(\"pictures or styles from img.tracker.example\")");
      browser.await(page, ".links li:has-text(\"https://northwind-billing.example/pay/118\")");
      String shown = page.frameLocator("iframe.mail").locator("body").innerText();
      assertTrue(shown.contains("invoice/118 [northwind-billing.example]"), shown);
      assertTrue(shown.contains("[picture: Northwind]"), shown);
      browser.examine(page);
      browser.picture(page, screen, "approval");
      Download file =
          page.waitForDownload(() -> page.click("button:has-text(\"invoice-118.pdf\")"));
      assertEquals("invoice-118.pdf", file.suggestedFilename());
      assertEquals("%PDF-1.7", Files.readString(file.path()));
      page.click("button:has-text(\"Reject\")");
      browser.await(page, TOAST.formatted("Rejected"));
    }
  }

  private static Map<String, Object> invoice() {
    String pdf = Base64.getEncoder().encodeToString("%PDF-1.7".getBytes(StandardCharsets.US_ASCII));
    return Map.of(
        "to",
        List.of("accounts@fabrikam.example"),
        "subject",
        "Invoice 2026-118",
        "text",
        "Dear Ann,\n\nyour invoice is at https://pay.northwind.example/invoice/118.\n",
        "html",
        "<p><img src=\"https://img.tracker.example/logo.png\" alt=\"Northwind\"></p>"
            + "<p>Dear Ann,</p><p>your invoice of <b>9,000 EUR</b> is at"
            + " <a href=\"https://northwind-billing.example/pay/118\">"
            + "https://pay.northwind.example/invoice/118</a>.</p>",
        "attachments",
        List.of(
            Map.of(
                "filename", "invoice-118.pdf",
                "content_type", "application/pdf",
                "content", pdf)));
  }

  /** Mail that the inbox holds, from a sender of that name. */
  private void sendHeld(String from, String inbox, String subject) throws IOException {
    try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
      sender.send(
          from,
          inbox,
          "From: Ann Example <" + from + ">",
          "To: " + inbox,
          "Subject: " + subject,
          "Message-ID: <" + UUID.randomUUID() + "@client.test>",
          "",
          "Can you read this?");
    }
  }

  private String holdingInbox(Page page, String name, Screen screen) {
    String inbox = inbox(page, name, screen);
    String policy = "/inboxes/" + inbox + "/policy";
    browser.call(page, "PATCH", policy, Map.of("hold", List.of("unknown_sender")));
    return inbox;
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void held_mail_is_whole_to_a_human_who_deletes_it_or_blocks_its_sender(Screen screen)
      throws IOException {
    try (Page page = browser.owner(screen, "held")) {
      String inbox = holdingInbox(page, "front", screen);
      String sender = "ann-" + screen.name().toLowerCase(Locale.ROOT) + "@client.test";
      sendHeld(sender, inbox, "Quick question about " + screen);
      sendHeld(sender, inbox, "Another question about " + screen);
      page.reload();
      String quick = "ul.list li:has-text(\"Quick question about " + screen + "\")";
      browser.await(page, quick);
      String row = page.innerText(quick);
      assertTrue(row.contains("From Ann Example <" + sender + ">"), row);
      assertTrue(row.contains("To " + inbox), row);
      assertTrue(row.contains("New sender"), row);
      browser.examine(page);
      browser.picture(page, screen, "held");
      page.click(quick + " a");
      browser.await(page, "dd:has-text(\"the inbox has never written to the sender\")");
      browser.await(page, "h1:has-text(\"Quick question about " + screen + "\")");
      browser.examine(page);
      browser.picture(page, screen, "held-mail");
      page.click("button:text-is(\"Delete\")");
      browser.await(page, TOAST.formatted("Moved to the trash."));
      page.click("ul.list a:has-text(\"Another question about " + screen + "\")");
      page.click("button:has-text(\"Block the sender\")");
      page.click("dialog >> button:text-is(\"Block\")");
      browser.await(page, TOAST.formatted("Blocked."));
      PlaywrightAssertions.assertThat(page.locator("ul.list li:has-text(\"" + inbox + "\")"))
          .hasCount(0);
      JsonNode blocked = browser.call(page, "GET", "/lists/receive/block/" + sender, "");
      assertEquals(sender, blocked.path("entry").asString());
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void held_mail_is_released_and_a_thread_taken_over_and_given_back(Screen screen)
      throws IOException {
    try (Page page = browser.owner(screen, "held")) {
      String inbox = holdingInbox(page, "desk", screen);
      sendHeld("you@client.test", inbox, "Hello <b>agent</b>");
      page.reload();
      browser.await(page, "ul.list li");
      browser.examine(page);
      page.click("ul.list li:has-text(\"" + inbox + "\") a");
      page.click("button:has-text(\"Release to the agent\")");
      browser.await(page, TOAST.formatted("Released."));
      page.click("button:has-text(\"Take over\")");
      browser.await(page, "button:has-text(\"Give back to the agent\")");
      browser.examine(page);
      browser.picture(page, screen, "thread");
      page.click("button:has-text(\"Give back to the agent\")");
      browser.await(page, "button:has-text(\"Take over\")");
    }
  }

  @Test
  void mail_of_strangers_runs_nothing_loads_nothing_and_is_still_read() throws IOException {
    try (Page page = browser.owner(Screen.DESKTOP, "threads")) {
      String inbox = inbox(page, "hostile", Screen.DESKTOP);
      page.onDialog(dialog -> fail("a mail opened a dialog"));
      page.context()
          .onRequest(request -> assertFalse(request.url().contains("evil.test"), request.url()));
      try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
        sender.send(
            "you@client.test",
            inbox,
            "From: you@client.test",
            "To: " + inbox,
            "Subject: <img src=x onerror=alert(1)>",
            "MIME-Version: 1.0",
            "Content-Type: text/html; charset=utf-8",
            "",
            "<p>Before</p>" + HostileHtml.ALL.replace("\n", "\r\n"));
      }
      page.reload();
      page.click("text=<img src=x onerror=alert(1)>");
      browser.await(page, "iframe.mail");
      String shown = String.valueOf(page.getAttribute("iframe.mail", "srcdoc"));
      assertTrue(shown.contains("<p>Before</p>") && shown.contains("<b>bold</b>"), shown);
      String sheet = "^<link rel=\"stylesheet\" href=\"[^\"<>]+/console/assets/[^\"<>]+/frame\\.css\">";
      assertFalse(ACTIVE.matcher(shown.replaceFirst(sheet, "")).find(), shown);
      assertEquals("allow-same-origin", page.getAttribute("iframe.mail", "sandbox"));
      browser.examine(page);
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_key_is_made_and_shown_once(Screen screen) {
    try (Page page = browser.owner(screen, "keys")) {
      page.click("text=New key");
      page.fill("dialog input", "browser " + screen);
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "dialog code");
      String key = String.valueOf(page.textContent("dialog code"));
      assertTrue(key.startsWith("sk_"));
      browser.examine(page);
      page.click("dialog >> text=Done");
      browser.await(page, "td:has-text(\"browser " + screen + "\")");
      assertFalse(String.valueOf(page.textContent("main")).contains(key));
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_webhook_is_made_with_a_secret_that_is_shown_once(Screen screen) {
    try (Page page = browser.owner(screen, "webhooks")) {
      String url = server.baseUrl() + "/hook-" + screen.name().toLowerCase(Locale.ROOT);
      page.click("text=New webhook");
      page.fill("dialog input[type=url]", url);
      browser.examine(page);
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "dialog code");
      String secret = String.valueOf(page.textContent("dialog code"));
      assertTrue(secret.startsWith("whsec_"));
      page.click("dialog >> text=Done");
      browser.await(page, "main :text(\"" + url + "\")");
      assertFalse(String.valueOf(page.textContent("main")).contains(secret));
      page.click("text=No custom headers");
      page.fill("input[aria-label=\"Name of the header\"]", "X-Team");
      page.fill("input[aria-label=\"Value of the header\"]", "a value nobody sees again");
      page.click("button:text-is(\"Set\")");
      browser.await(page, "summary:has-text(\"Custom headers: X-Team\")");
      assertFalse(String.valueOf(page.textContent("main")).contains("nobody sees"));
      browser.examine(page);
      page.click("button[aria-label=\"Remove X-Team\"]");
      browser.await(page, "text=No custom headers");
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_code_is_handed_out_and_the_inbox_of_the_agent_claimed(Screen screen) {
    try (Page page = browser.owner(screen, "agents")) {
      page.click("text=New code");
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "dialog code");
      String code = String.valueOf(page.textContent("dialog code"));
      page.click("dialog >> text=Done");
      String name = "fresh-" + screen.name().toLowerCase(Locale.ROOT);
      JsonNode made =
          browser.call(
              page, "POST", "/agent/sign-up", Map.of("invite_code", code, "username", name));
      browser.examine(page);
      page.fill("input[aria-label=\"Claim code\"]", made.path("claim_code").asString());
      page.click("button:has-text(\"Claim\")");
      browser.await(page, "dialog code");
      assertTrue(String.valueOf(page.textContent("dialog code")).startsWith("sk_"));
      page.click("dialog >> text=Done");
      browser.await(page, "h1:has-text(\"" + name + "\")");
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void every_page_opens_by_its_link_and_the_first_is_small(Screen screen) throws IOException {
    try (Page page = browser.owner(screen, "")) {
      browser.await(page, ".cards");
      Object bytes = page.evaluate(BYTES_LOADED);
      assertTrue(
          bytes instanceof Number sum && sum.longValue() < FIRST_PAGE_BYTES, bytes + " bytes");
      browser.picture(page, screen, "overview");
      List<String> names = page.locator("nav.side a.item[data-page] .name").allTextContents();
      assertTrue(names.size() > 8, names.toString());
      for (String name : names) {
        browser.turnTo(page, screen, name);
        page.waitForSelector(
            "nav.side [aria-current=page]:has-text(\"" + name + "\")",
            new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
        browser.await(page, "main h1");
        browser.examine(page);
      }
    }
  }
}
