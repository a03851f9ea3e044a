package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** An owner who has approved often enough makes a rule, sees what it let through and revokes it. */
class ConsoleRuleIT extends ConsoleTest {

  private JsonNode send(Page page, String inbox, String to) {
    Map<String, Object> mail =
        Map.of("to", List.of(to), "subject", "For " + to, "text", "Dear " + to + ", it is on its way.");
    return browser.call(page, "POST", "/inboxes/" + inbox + "/messages/send", mail);
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_rule_is_offered_made_used_and_revoked(Screen screen) throws IOException {
    String name = screen.name().toLowerCase(Locale.ROOT);
    String domain = name + ".test";
    try (Page page = browser.owner(screen, "account")) {
      String inbox =
          browser.call(page, "POST", "/inboxes", Map.of("username", "desk-" + name)).path("inbox_id").asString();
      Map<String, Object> policy = Map.of("approval_flags", List.of("first_contact"));
      browser.call(page, "PATCH", "/inboxes/" + inbox + "/policy", policy);
      for (String person : List.of("ann", "bob", "cem")) {
        String send = send(page, inbox, person + "@" + domain).path("send_id").asString();
        String approval =
            browser.call(page, "GET", "/sends/" + send, "").path("approval_id").asString();
        browser.call(page, "POST", "/approvals/" + approval + "/approve", Map.of());
      }
      browser.visit(page, "approvals");
      browser.await(page, ".offer:has-text(\"You approved the last 3 messages\")");
      browser.examine(page);
      browser.picture(page, screen, "rule-offered");
      page.click("button:has-text(\"Stop asking for these\")");
      browser.await(page, "dialog input[name=domain]");
      assertEquals(domain, page.inputValue("dialog input[name=domain]"));
      browser.examine(page);
      browser.picture(page, screen, "rule-new");
      page.click("dialog button:has-text(\"Make the rule\")");
      browser.await(page, ".toast:has-text(\"sent without asking\")");
      assertEquals(
          0, page.locator(".offer:has-text(\"" + domain + "\")").count(), "offered although there is one");

      JsonNode through = send(page, inbox, "dan@" + domain);
      assertEquals("sent", through.path("status").asString());
      assertEquals("pending_approval", send(page, inbox, "eve@elsewhere.test").path("status").asString());

      browser.visit(page, "rules");
      browser.await(page, "td:has-text(\"may write to " + domain + "\")");
      browser.examine(page);
      browser.picture(page, screen, "rules");
      page.click("tr:has-text(\"" + domain + "\") >> text=Sends");
      browser.await(page, "dialog a[href$=\"" + through.path("send_id").asString() + "\"]");
      browser.examine(page);
      page.click("dialog button:has-text(\"Close\")");
      page.click("tr:has-text(\"" + domain + "\") >> text=Revoke");
      page.click("dialog button:text-is(\"Revoke\")");
      browser.await(page, ".toast:has-text(\"Revoked.\")");
      assertEquals("pending_approval", send(page, inbox, "fay@" + domain).path("status").asString());

      browser.visit(page, "audit?action=rule.used");
      browser.await(page, "td:has-text(\"Sent because of a rule\")");
      tabs(page, screen, inbox, domain);
    }
  }

  /** The page of an agent's inbox: what it asked for, what it may do, and how it connects. */
  private void tabs(Page page, Screen screen, String inbox, String domain) throws IOException {
    browser.visit(page, "inboxes/" + inbox);
    page.click(".tabs >> text=Activity");
    browser.await(page, "tr:has-text(\"ann@" + domain + "\") td:has-text(\"Approved\")");
    browser.await(page, ".figure:has-text(\"Approved\"):has-text(\"3\")");
    browser.examine(page);
    browser.picture(page, screen, "agent-activity");
    page.click(".tabs >> text=Rules");
    browser.await(page, "text=A human is asked when a message goes to a new contact.");
    browser.examine(page);
    browser.picture(page, screen, "agent-rules");
    page.click(".tabs >> text=Connect");
    browser.await(page, "pre:has-text(\"/v0/inboxes/" + inbox + "/messages\")");
    browser.examine(page);
    browser.picture(page, screen, "agent-connect");
    page.click("button:has-text(\"New key for this inbox\")");
    assertEquals(inbox, page.inputValue("dialog select[aria-label=\"Access to\"]"));
  }
}
