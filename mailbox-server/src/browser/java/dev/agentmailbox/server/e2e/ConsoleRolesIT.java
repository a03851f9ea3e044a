package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every page of the console as every role: what can be done there is what the role allows, and no
 * request that a page makes by itself is refused.
 */
class ConsoleRolesIT extends ConsoleTest {
  private static final Pattern KEY = Pattern.compile("(?i)\\bkeys?\\b");
  private static final String WITHHELD = "(withheld)";

  /** The buttons of a page, each once, in alphabetical order; not those that choose a view. */
  private static final String BUTTONS =
      """
      () => document.querySelector('main .empty')?.innerText.match(/This page is for (owners|operators)/)
        ? '(withheld)' : [...new Set([...document.querySelectorAll('main button')]
        .filter(b => b.offsetParent && !b.closest('.tabs, .chooser') && !b.matches(':disabled'))
        .map(b => b.innerText.trim()).filter(Boolean))].sort().join(', ')
      """;

  private String inbox;
  private String approver;

  @BeforeAll
  void prepare() throws IOException {
    try (Page owner = browser.owner(Screen.DESKTOP, "")) {
      inbox =
          browser
              .call(owner, "POST", "/inboxes", Map.of("username", "desk"))
              .path("inbox_id")
              .asString();
      Map<String, Object> policy =
          Map.of("approval_flags", List.of("first_contact"), "hold", List.of("unknown_sender"));
      browser.call(owner, "PATCH", "/inboxes/" + inbox + "/policy", policy);
      invite(owner, "approver@client.test");
      approver = browser.signIn("approver@client.test");
    }
    try (Page page = browser.member(Screen.PHONE, approver, "")) {
      assertFalse(KEY.matcher(page.innerText("body")).find());
      page.click("button:has-text(\"Accept\")");
      page.waitForSelector("nav.bar");
    }
  }

  private void invite(Page owner, String email) {
    browser.call(
        owner, "POST", "/organizations/members", Map.of("email", email, "role", "approver"));
  }

  /** Asks to write to somebody new, so that the mail waits. */
  private String ask(Page owner, String subject) {
    String to = subject.toLowerCase(Locale.ROOT).replace(' ', '.') + "@client.test";
    Map<String, Object> mail = Map.of("to", List.of(to), "subject", subject, "text", subject);
    return browser
        .call(owner, "POST", "/inboxes/" + inbox + "/messages/send", mail)
        .path("send_id")
        .asString();
  }

  /** Receives a mail, which is held. */
  private String held(Page owner, String subject) throws IOException {
    String from = subject.toLowerCase(Locale.ROOT) + "@client.test";
    try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
      sender.send(from, inbox, "From: " + from, "Subject: " + subject, "", "Hello");
    }
    return browser
        .call(owner, "GET", "/held-messages", "")
        .path("messages")
        .get(0)
        .path("thread_id")
        .asString();
  }

  /** Each page with what an owner and what an approver can do there; the platform is an operator's. */
  private Map<String, List<String>> pages(Page owner, String label) throws IOException {
    String send = ask(owner, "Seen on " + label);
    String approval =
        browser.call(owner, "GET", "/sends/" + send, "").path("approval_id").asString();
    String draft =
        browser
            .call(owner, "POST", "/inboxes/" + inbox + "/drafts", Map.of("subject", "Plan", "text", "a"))
            .path("draft_id")
            .asString();
    String thread = held(owner, "Stranger" + label);
    Map<String, List<String>> pages = new LinkedHashMap<>();
    pages.put("", List.of("Pause all sending", ""));
    pages.put("approvals", List.of("", ""));
    pages.put("approvals/" + approval, List.of("Approve, Edit, Reject, Send back", "Approve, Edit, Reject, Send back"));
    pages.put("held", List.of("", ""));
    pages.put(
        "held/" + thread,
        List.of(
            "Block the sender, Delete, Release to the agent, Reply, Take over",
            "Release to the agent, Take over"));
    pages.put("threads", List.of("Search", "Search"));
    pages.put("inboxes", List.of("New inbox", ""));
    pages.put("inboxes/" + inbox, List.of("Delete, Pause, Rename, Write", ""));
    pages.put("drafts", List.of("", ""));
    pages.put("drafts/" + draft, List.of("Delete, Send", ""));
    pages.put("sends", List.of("", ""));
    pages.put("sends/" + send, List.of("Cancel send", ""));
    pages.put("keys", List.of("Change, New key, Revoke", WITHHELD));
    pages.put("programs", List.of("", WITHHELD));
    pages.put("agents", List.of("Claim, New code", WITHHELD));
    pages.put("policy", List.of("Save", ""));
    pages.put("pods", List.of("New pod", ""));
    pages.put("rules", List.of("New rule", ""));
    pages.put("lists", List.of("Add", ""));
    pages.put("usage", List.of("", ""));
    pages.put("webhooks", List.of("New webhook", WITHHELD));
    pages.put("audit", List.of("Export", WITHHELD));
    pages.put("members", List.of("Copy link, Invite, Remove, Rename", ""));
    pages.put(
        "platform", List.of("Invite, Pause all sending, Resume all sending, Save", WITHHELD));
    String own = "New passkey, Sign out everywhere, Turn on";
    pages.put("account", List.of(own, own));
    return pages;
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void every_page_offers_a_role_what_it_allows_and_nothing_else(Screen screen) throws IOException {
    try (Page owner = browser.owner(screen, "");
        Page other = browser.member(screen, approver, "")) {
      invite(owner, screen.name().toLowerCase(Locale.ROOT) + "@client.test");
      Map<String, List<String>> pages = pages(owner, screen.name());
      Map<String, List<String>> offered = new LinkedHashMap<>();
      List<String> spoken = new ArrayList<>();
      for (Map.Entry<String, List<String>> one : pages.entrySet()) {
        browser.visit(owner, one.getKey());
        browser.visit(other, one.getKey());
        String toApprover = String.valueOf(other.evaluate(BUTTONS));
        offered.put(
            one.getKey(), List.of(String.valueOf(owner.evaluate(BUTTONS)), toApprover));
        if (!toApprover.equals(WITHHELD) && KEY.matcher(other.innerText("body")).find()) {
          spoken.add(one.getKey());
        }
      }
      assertEquals(pages, offered);
      assertEquals(List.of(), spoken, "pages that speak of keys to an approver");
      for (Page page : List.of(owner, other)) {
        browser.examine(page);
      }
    }
  }

  /** Takes minutes: {@code -Dconsole.every=true}. */
  @ParameterizedTest
  @CsvSource({"390, LIGHT", "390, DARK", "1280, LIGHT", "1280, DARK", "1920, LIGHT", "1920, DARK"})
  @EnabledIfSystemProperty(named = "console.every", matches = "true")
  void every_page_fits_every_window_by_day_and_by_night(int width, ColorScheme scheme)
      throws IOException {
    Screen screen = width < 1000 ? Screen.PHONE : Screen.DESKTOP;
    List<String> wide = new ArrayList<>();
    try (Page owner = browser.owner(screen, "");
        Page other = browser.member(screen, approver, "")) {
      Map<String, List<String>> pages = pages(owner, width + scheme.name());
      for (Page page : List.of(owner, other)) {
        page.setViewportSize(width, width < 1000 ? 844 : 1000);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        String role = page == owner ? "owner" : "approver";
        for (String path : pages.keySet()) {
          browser.visit(page, path);
          browser.examine(page);
          if (!Boolean.TRUE.equals(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))) {
            wide.add(role + " " + path);
          }
          String name = path.replaceAll("/.*", "-one");
          browser.picture(page, screen, "every-" + role + "-" + width + "-" + scheme + "-" + (name.isEmpty() ? "overview" : name));
        }
      }
    }
    assertEquals(List.of(), wide);
  }

  @Test
  void a_notice_is_decided_with_two_clicks_on_a_phone() throws IOException {
    try (Page owner = browser.owner(Screen.PHONE, "");
        Page page = browser.member(Screen.PHONE, approver, "")) {
      String send = ask(owner, "Two clicks");
      String approval =
          browser.call(owner, "GET", "/sends/" + send, "").path("approval_id").asString();
      long start = System.nanoTime();
      // The first click is on the notice.
      page.navigate(browser.base() + "/console/approvals/" + approval);
      page.click("button:has-text(\"Approve\")");
      browser.await(page, "text=Undo");
      System.getLogger(ConsoleRolesIT.class.getName())
          .log(
              System.Logger.Level.INFO,
              "from the notice to the decision: {0} ms",
              (System.nanoTime() - start) / 1_000_000);
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void an_approver_decides_releases_and_takes_over(Screen screen) throws IOException {
    try (Page owner = browser.owner(screen, "");
        Page page = browser.member(screen, approver, "")) {
      String subject = "Offer for the " + screen;
      String send = ask(owner, subject);
      String thread = held(owner, "Caller" + screen);
      page.clock().install();
      browser.visit(page, "approvals");
      page.click("ul.list a:has-text(\"" + subject + "\")");
      browser.await(page, ".reading h2:has-text(\"" + subject + "\")");
      page.click("summary:has-text(\"Details\")");
      page.click("text=Open the send");
      browser.await(page, "h1:has-text(\"" + subject + "\")");
      page.click("text=Open the approval");
      browser.await(page, ".decision");
      page.fill(".decision input", "Fine.");
      page.click("button:has-text(\"Approve\")");
      browser.await(page, ".toast:has-text(\"Approved\")");
      String approval =
          browser.call(owner, "GET", "/sends/" + send, "").path("approval_id").asString();
      owner.waitForCondition(
          () ->
              "approved"
                  .equals(
                      browser
                          .call(owner, "GET", "/approvals/" + approval, "")
                          .path("status")
                          .asString()));
      browser.visit(page, "held/" + thread);
      page.click("button:has-text(\"Release to the agent\")");
      browser.await(page, ".toast:has-text(\"Released.\")");
      browser.visit(page, "threads/" + thread);
      page.click("button:has-text(\"Take over\")");
      browser.await(page, "button:has-text(\"Give back to the agent\")");
      page.click("button:has-text(\"Give back to the agent\")");
      browser.await(page, "button:has-text(\"Take over\")");
    }
  }

  @Test
  void a_pending_member_can_only_accept_decline_or_leave() throws IOException {
    try (Page owner = browser.owner(Screen.DESKTOP, "")) {
      invite(owner, "pending@client.test");
    }
    String pending = browser.signIn("pending@client.test");
    for (Screen screen : Screen.values()) {
      for (String path : List.of("", "approvals", "keys", "platform")) {
        try (Page page = browser.member(screen, pending, path)) {
          browser.await(page, "h1:has-text(\"Organizations\")");
          assertEquals(
              List.of("Accept", "Decline", "I have an invite code", "Sign out"),
              page.locator("button").allInnerTexts());
          assertFalse(KEY.matcher(page.innerText("body")).find());
        }
      }
    }
  }
}
