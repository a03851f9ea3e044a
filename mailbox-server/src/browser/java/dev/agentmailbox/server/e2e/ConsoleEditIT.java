package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.KeyboardModifier;
import dev.agentmailbox.http.audit.AuditVerifier;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** An approver changes a message before it is sent, or sends it back. */
class ConsoleEditIT extends ConsoleTest {
  private String inbox;
  private String approver;

  @BeforeAll
  void prepare() throws IOException {
    inbox =
        browser
            .call("POST", "/inboxes", Map.of("username", "refunds"))
            .path("inbox_id")
            .asString();
    Map<String, Object> policy = Map.of("approval_flags", List.of("first_contact"));
    browser.call("PATCH", "/inboxes/" + inbox + "/policy", policy);
    browser.call(
        "POST",
        "/organizations/members",
        Map.of("email", "approver@client.test", "role", "approver"));
    approver = browser.signIn("approver@client.test");
    try (Page page = browser.member(Screen.PHONE, approver, "")) {
      page.click("button:has-text(\"Accept\")");
      page.waitForSelector("nav.bar");
    }
  }

  /** Asks to write to somebody new; returns the send. */
  private JsonNode ask(String to, String html) {
    Map<String, Object> mail = new HashMap<>();
    mail.put("to", List.of(to));
    mail.put("subject", "Your refund for order 7");
    mail.put("text", "Hello Ann,\n\nwe are sorry. You get 500 euros today.\n\nRefunds\n");
    if (!html.isEmpty()) {
      mail.put("html", html);
    }
    String send =
        browser
            .call("POST", "/inboxes/" + inbox + "/messages/send", mail)
            .path("send_id")
            .asString();
    return send(send);
  }

  private JsonNode send(String id) {
    return browser.call("GET", "/sends/" + id, "");
  }

  /** What was decided takes effect when it can no longer be undone. */
  private void awaitStatus(Page page, JsonNode send, String status) {
    String id = send.path("send_id").asString();
    page.waitForCondition(() -> send(id).path("status").asString().equals(status));
  }

  private Page opened(Screen screen, JsonNode send) {
    String path = "approvals/" + send.path("approval_id").asString();
    Page page = browser.member(screen, approver, path);
    browser.await(page, "h1:has-text(\"Approve this message?\")");
    return page;
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_text_is_changed_compared_and_approved(Screen screen) throws IOException {
    JsonNode send = ask("ann." + screen + "@client.test", "");
    try (Page page = opened(screen, send)) {
      browser.picture(page, screen, "decide");
      page.keyboard().press("e");
      browser.await(page, "h2:has-text(\"Change the message\")");
      assertFalse(page.isVisible(".decision"), "the old message can be approved while it is edited");
      page.fill("textarea[name=text]", "Hello Ann,\n\nyou get 50 euros today.\n\nRefunds\n");
      browser.examine(page);
      browser.picture(page, screen, "edit");
      page.click("button:has-text(\"Show the difference\")");
      browser.await(page, "del:has-text(\"500\")");
      browser.await(page, "ins:has-text(\"50\")");
      browser.examine(page);
      browser.picture(page, screen, "difference");
      page.click("button:has-text(\"Back to the text\")");
      page.fill("input[name=to]", "bob." + screen + "@client.test");
      page.click("button:has-text(\"Show the difference\")");
      page.click("button:has-text(\"Approve with these changes\")");
      browser.await(page, "h2:has-text(\"Changed before it was sent\")");
      browser.await(page, "dd:has-text(\"approver@client.test\")");
      browser.examine(page);
      browser.picture(page, screen, "edited");
      awaitStatus(page, send, "sent");
    }
    JsonNode after = send(send.path("send_id").asString());
    assertTrue(after.path("edited").asBoolean());
    assertEquals(
        "bob." + screen.toString().toLowerCase(Locale.ROOT) + "@client.test",
        after.path("recipients").get(0).path("address").asString().toLowerCase(Locale.ROOT));
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void an_owner_sees_in_the_trail_who_approved_what(Screen screen) throws IOException {
    JsonNode send = ask("trail." + screen + "@client.test", "");
    try (Page page = opened(screen, send)) {
      page.click("button:has-text(\"Approve\")");
      browser.await(page, ".toast:has-text(\"Approved\")");
    }
    try (Page page = browser.owner(screen, "audit")) {
      browser.await(page, "td:has-text(\"Approved a message\")");
      browser.await(page, "td:has-text(\"approver@client.test\")");
      browser.examine(page);
      browser.picture(page, screen, "audit");
      page.selectOption("main select", "approval.approved");
      browser.await(page, "td:has-text(\"Approved a message\")");
      assertFalse(page.isVisible("td:has-text(\"Signed in\")"));
      Download saved = page.waitForDownload(() -> page.click("button:has-text(\"Export\")"));
      Path file = directory.resolve("audit-" + screen + ".ndjson");
      saved.saveAs(file);
      try (BufferedReader lines = Files.newBufferedReader(file)) {
        assertTrue(AuditVerifier.verify(lines, List.of()).last() > 0);
      } catch (AuditVerifier.FaultException fault) {
        throw new AssertionError(fault);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void several_are_shown_with_their_differences_and_approved_at_once(Screen screen)
      throws IOException {
    List<JsonNode> sends = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      sends.add(ask("many" + i + "." + screen + "@client.test", ""));
    }
    JsonNode apart = ask("apart." + screen + "@client.test", "<p>You get <b>500</b> euros.</p>");
    try (Page page = browser.member(screen, approver, "approvals")) {
      browser.await(page, "input.pick");
      page.keyboard().press("x");
      browser.await(page, "button:has-text(\"Review 1 together\")");
      page.click(
          "li:last-child > input.pick",
          new Page.ClickOptions().setModifiers(List.of(KeyboardModifier.SHIFT)));
      browser.await(page, "button:has-text(\"Review 4 together\")");
      browser.examine(page);
      browser.picture(page, screen, "chosen");
      page.click("button:has-text(\"Review 4 together\")");
      browser.await(page, "dialog ins:has-text(\"many2\")");
      browser.await(page, "dialog li:has-text(\"has HTML\")");
      browser.examine(page);
      browser.picture(page, screen, "together");
      page.click("dialog button:has-text(\"Approve 3\")");
      browser.await(page, ".toast:has-text(\"3 messages approved.\")");
      for (JsonNode send : sends) {
        awaitStatus(page, send, "sent");
      }
    }
    String left = apart.path("send_id").asString();
    assertEquals("pending_approval", send(left).path("status").asString());
    browser.call("POST", "/sends/" + left + "/cancel", Map.of());
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void html_is_changed_in_its_source_or_left_out(Screen screen) {
    JsonNode send = ask("html." + screen + "@client.test", "<p>You get <b>500</b> euros.</p>");
    try (Page page = opened(screen, send)) {
      page.click("button:has-text(\"Edit\")");
      browser.await(page, "textarea[name=html]");
      browser.examine(page);
      page.click(".tabs button:has-text(\"Plain text\")");
      page.fill("textarea[name=text]", "You get 50 euros.\n");
      page.click("button:has-text(\"Show the difference\")");
      browser.await(page, "dt:has-text(\"HTML\")");
      page.click("button:has-text(\"Approve with these changes\")");
      browser.await(page, "h2:has-text(\"Changed before it was sent\")");
    }
    JsonNode edit =
        browser.call("GET", "/sends/" + send.path("send_id").asString() + "/edit", "");
    assertEquals("text", edit.path("changes").get(0).path("field").asString());
    assertEquals("html", edit.path("changes").get(1).path("field").asString());
    assertFalse(edit.path("changes").get(1).has("after"));
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_message_is_sent_back_with_a_note(Screen screen) throws IOException {
    JsonNode send = ask("back." + screen + "@client.test", "");
    try (Page page = opened(screen, send)) {
      page.click("button:has-text(\"Send back\")");
      browser.await(page, ".toast:has-text(\"Say in the note what to change\")");
      page.fill(".decision input", "Ask for the order number first");
      page.click("button:has-text(\"Send back\")");
      browser.await(page, ".toast:has-text(\"Sent back\")");
      browser.visit(page, "approvals/" + send.path("approval_id").asString());
      browser.await(page, ".tag:has-text(\"sent back\")");
      browser.await(page, "dd:has-text(\"Ask for the order number first\")");
      browser.examine(page);
      browser.picture(page, screen, "sent-back");
    }
    JsonNode after = send(send.path("send_id").asString());
    assertTrue(after.path("returned").asBoolean());
    assertEquals("Ask for the order number first", after.path("note").asString());
  }
}
