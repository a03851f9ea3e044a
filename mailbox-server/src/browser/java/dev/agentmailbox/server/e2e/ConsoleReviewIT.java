package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Going through what waits, reading a message whole, and forms that are not filled in right. */
class ConsoleReviewIT extends ConsoleTest {
  /** Later than the clock of a page can be when it is asked to stop, also on a busy machine. */
  private static final long PAUSE_MILLIS = 10_000;

  private static final String REVIEW = "h1:has-text(\"Approve this message?\")";

  /** Whether no toast covers a button of the decision, nor the other way round. */
  private static final String APART =
      """
      () => [...document.querySelectorAll('.toast')].every(toast =>
        [...document.querySelectorAll('.decision button, .decision input')].every(button => {
          const [a, b] = [toast.getBoundingClientRect(), button.getBoundingClientRect()];
          return a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
        }))
      """;

  /** A picture of one pixel. */
  private static final String PICTURE =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";


  private String inbox(Page page, String name) {
    return browser
        .call(page, "POST", "/inboxes", Map.of("username", name))
        .path("inbox_id")
        .asString();
  }

  private void ask(Page page, String inbox, String subject) {
    Map<String, Object> mail =
        Map.of("to", List.of("ann@client.test"), "subject", subject, "text", subject);
    browser.call(page, "POST", "/inboxes/" + inbox + "/messages/send", mail);
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void after_a_decision_the_next_one_is_shown_and_undo_goes_back(Screen screen) {
    try (Page page = browser.owner(screen, "approvals")) {
      String inbox = inbox(page, "shop-" + screen.name().toLowerCase(Locale.ROOT));
      String policy = "/inboxes/" + inbox + "/policy";
      browser.call(page, "PATCH", policy, Map.of("approval_flags", List.of("first_contact")));
      ask(page, inbox, "First of " + screen);
      ask(page, inbox, "Second of " + screen);
      page.clock().install();
      page.reload();
      page.click("ul.list a:has-text(\"First of " + screen + "\")");
      browser.await(page, ".reading h2:has-text(\"First of " + screen + "\")");
      page.clock().pauseAt(System.currentTimeMillis() + PAUSE_MILLIS);
      browser.await(page, ".checks li:has-text(\"First contact: this inbox has no earlier mail\")");
      page.click("button:has-text(\"Reject\")");
      browser.await(page, ".reading h2:has-text(\"Second of " + screen + "\")");
      page.keyboard().press("a");
      assertEquals(1, page.locator(".toast").count(), "a key decided what had just come up");
      assertEquals(
          true,
          page.evaluate(APART),
          "what can be undone lies on the decision about the next message");
      page.clock().resume();
      page.click(".toast button");
      browser.await(page, ".reading h2:has-text(\"First of " + screen + "\")");
      browser.await(page, REVIEW);
      browser.examine(page);
      assertEquals(
          2,
          browser.call(page, "GET", "/approvals?status=pending", "").path("count").asInt(),
          "undone, so nothing is decided");
      for (JsonNode waiting :
          browser.call(page, "GET", "/approvals?status=pending", "").path("approvals")) {
        String path = "/approvals/" + waiting.path("approval_id").asString() + "/reject";
        browser.call(page, "POST", path, Map.of());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_reply_that_is_escaped_is_kept_for_its_thread_until_it_is_discarded(Screen screen)
      throws IOException {
    try (Page page = browser.owner(screen, "threads")) {
      String inbox = inbox(page, "keeper-" + screen.name().toLowerCase(Locale.ROOT));
      try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
        for (String subject : List.of("First", "Second")) {
          sender.send("you@client.test", inbox, "Subject: " + subject + " " + screen, "", "Hello");
        }
      }
      browser.await(page, "ul.list a:has-text(\"First " + screen + "\")");
      page.click("ul.list a:has-text(\"First " + screen + "\")");
      page.click("button:has-text(\"Reply\")");
      page.fill("dialog textarea", "A long answer.");
      page.keyboard().press("Escape");
      browser.await(page, ".toast:has-text(\"Your text is kept\")");
      browser.visit(page, "threads");
      page.click("ul.list a:has-text(\"Second " + screen + "\")");
      browser.await(page, "h1:has-text(\"Second " + screen + "\")");
      page.click("button:has-text(\"Reply\")");
      assertEquals("", page.inputValue("dialog textarea"));
      page.keyboard().press("Escape");
      browser.visit(page, "threads");
      page.click("ul.list a:has-text(\"First " + screen + "\")");
      browser.await(page, "h1:has-text(\"First " + screen + "\")");
      page.click("button:has-text(\"Reply\")");
      assertEquals("A long answer.", page.inputValue("dialog textarea"));
      page.click("dialog button:has-text(\"Discard\")");
      page.click("button:has-text(\"Reply\")");
      assertEquals("", page.inputValue("dialog textarea"));
    }
  }

  @Test
  void a_message_is_read_with_its_headers_its_source_and_its_pictures() throws IOException {
    try (Page page = browser.owner(Screen.DESKTOP, "threads")) {
      String inbox = inbox(page, "reader");
      try (SmtpSender sender = new SmtpSender(server.smtpPort())) {
        sender.send(
            "you@client.test",
            inbox,
            "From: Ann <you@client.test>",
            "To: " + inbox,
            "Subject: A picture",
            "X-Mark: <b>mark</b>",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "--b",
            "Content-Type: text/plain",
            "",
            "Look at this.",
            "--b",
            "Content-Type: image/png",
            "Content-Transfer-Encoding: base64",
            "Content-Disposition: attachment; filename=\"dot.png\"",
            "",
            PICTURE,
            "--b--");
      }
      page.reload();
      page.click("ul.list a:has-text(\"A picture\")");
      page.click(".tabs button:has-text(\"Headers\")");
      browser.await(page, ".headers dd:has-text(\"<b>mark</b>\")");
      page.click(".tabs button:has-text(\"Source\")");
      browser.await(page, "pre.source:has-text(\"X-Mark: <b>mark</b>\")");
      browser.examine(page);
      page.click(".tabs button:has-text(\"Message\")");
      page.click("button[aria-label=\"Preview dot.png\"]");
      browser.await(page, "dialog canvas[width=\"1\"]");
      browser.examine(page);
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_key_gets_the_permissions_and_the_expiry_that_were_chosen(Screen screen) {
    try (Page page = browser.owner(screen, "keys")) {
      page.click("text=New key");
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "dialog label.field:has-text(\"Name\") .wrong");
      page.fill("dialog input[name=name]", "reader " + screen);
      page.selectOption("dialog select[aria-label=Permissions]", "read");
      page.selectOption("dialog select[aria-label=Expires]", "30");
      browser.examine(page);
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "dialog code");
      page.click("dialog >> text=Done");
      browser.await(page, "tr:has-text(\"reader " + screen + "\") summary:has-text(\"Read only\")");
      PlaywrightAssertions.assertThat(page.locator("tr:has-text(\"reader " + screen + "\")"))
          .containsText("in 30 days");
      for (JsonNode key : browser.call(page, "GET", "/api-keys", "").path("api_keys")) {
        if (key.path("name").asString().equals("reader " + screen)) {
          assertTrue(key.path("permissions").path("message_read").asBoolean());
          assertFalse(key.path("permissions").path("message_send").asBoolean());
          assertTrue(key.has("expires_at"));
          return;
        }
      }
      throw new AssertionError("no key was made");
    }
  }

  @Test
  void what_is_wrong_stands_at_its_field() {
    try (Page page = browser.owner(Screen.PHONE, "inboxes")) {
      inbox(page, "taken");
      page.reload();
      page.click("main button:has-text(\"New inbox\")");
      page.fill("dialog input[name=username]", "A B");
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "label:has-text(\"Username\") .wrong");
      assertEquals("true", page.getAttribute("dialog input[name=username]", "aria-invalid"));
      browser.examine(page);
      page.fill("dialog input[name=username]", "fresh");
      page.click("dialog >> button:text-is(\"Create\")");
      browser.await(page, "h1:has-text(\"fresh@\")");
    }
  }
}
