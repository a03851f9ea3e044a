package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.WaitForSelectorOptions;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new person does with a new server, and what a long list does under the hand. */
class ConsoleJourneyIT {
  /** One more than a page of a list. */
  private static final int INBOXES = 51;

  private static final int SENDS = 30;
  private static final String SEND = "/inboxes/agent-0@agents.localhost/messages/send";

  /** Scrolls to the end; the heights of the page in the next frames that differ. */
  private static final String CHANGES_OF_HEIGHT =
      """
      async () => {
        const height = document.documentElement.scrollHeight;
        const found = [];
        scrollTo(0, height);
        for (let frame = 0; frame < 10; frame++) {
          await new Promise(requestAnimationFrame);
          found.push(document.documentElement.scrollHeight);
        }
        return found.filter(one => Math.abs(one - height) > 2);
      }""";

  private static final String TOAST = ".toast:has-text(\"%s\")";

  @TempDir Path directory;
  private ServerProcess server;
  private SmtpSink relay;
  private ConsoleBrowser browser;

  @BeforeEach
  void start() throws IOException {
    relay = new SmtpSink();
    server = new ServerProcess(directory);
    server.with("MAILBOX_BASE_URL", server.baseUrl().replace("127.0.0.1", "localhost"));
    server.with("MAILBOX_RELAY_URL", "smtp://127.0.0.1:" + relay.port()).start();
    browser = new ConsoleBrowser(server, ConsoleBrowser.HEADLESS_CHROMIUM);
  }

  @AfterEach
  void stop() throws IOException {
    List<String> problems = browser.problems();
    browser.close();
    server.close();
    relay.close();
    assertEquals(List.of(), problems);
  }

  @Test
  void from_an_empty_directory_to_an_approved_and_sent_message_by_clicks_only() {
    try (Page page = browser.owner(Screen.DESKTOP, "")) {
      page.click("text=Create the first inbox");
      page.click("text=New inbox");
      page.fill("dialog input", "shop");
      page.click("dialog >> button:text-is(\"Create\")");
      page.waitForSelector("h1:has-text(\"shop@\")");

      page.click("nav.side >> text=Policy");
      page.check("input[name=first_contact]");
      page.click("button:has-text(\"Save\")");
      page.waitForSelector(TOAST.formatted("Saved."));

      page.click("nav.side >> text=Inboxes");
      page.click("ul.list li a");
      page.click("button:has-text(\"Write\")");
      page.fill("dialog input[type=email]", "ann@client.test");
      page.fill("dialog input:not([type=email])", "Your order");
      page.fill("dialog textarea", "Dear Ann,\n\nyour parcel leaves today.");
      browser.examine(page);
      page.click("dialog >> text=Send");
      page.waitForSelector(TOAST.formatted("It is waiting for approval."));

      page.click("nav.side >> text=Approvals");
      page.click("ul.list a:has-text(\"Your order\")");
      page.click("button:has-text(\"Approve\")");
      page.waitForSelector(TOAST.formatted("Approved"));
      page.click("nav.side >> text=Approvals");
      page.waitForSelector("text=Nothing to approve.");
      page.click("nav.side >> text=Sends");
      page.click("ul.list li a");
      page.waitForSelector("dd .tag:text-is(\"sent\")");
      assertTrue(page.textContent(".timeline").contains("Decided by owner@localhost: approved"));
      browser.examine(page);
      assertTrue(relay.recipients().contains("ann@client.test"));
    }
  }

  @Test
  void what_was_chosen_stays_chosen_when_the_list_grows() {
    try (Page page = browser.owner(Screen.DESKTOP, "approvals")) {
      String inbox =
          browser
              .call(page, "POST", "/inboxes", Map.of("username", "shop"))
              .path("inbox_id")
              .asString();
      browser.call(
          page,
          "PATCH",
          "/inboxes/" + inbox + "/policy",
          Map.of("approval_flags", List.of("first_contact")));
      String first = ask(page, inbox, "first");
      page.reload();
      page.waitForSelector("ul.list li");
      page.keyboard().press("j");
      page.waitForSelector("ul.list li.chosen");
      ask(page, inbox, "second");
      page.waitForSelector("ul.list li:nth-child(2)");
      page.keyboard().press("Enter");
      page.waitForSelector("h1:has-text(\"Approve this message?\")");
      page.keyboard().press("r");
      page.waitForSelector(TOAST.formatted("Rejected"));
      page.click("nav.side >> text=Approvals");
      PlaywrightAssertions.assertThat(page.locator("ul.list:not(.done) li")).hasCount(1);
      page.waitForCondition(
          () ->
              "rejected"
                  .equals(
                      browser.call(page, "GET", "/sends/" + first, "").path("status").asString()));
    }
  }

  private String ask(Page page, String inbox, String name) {
    Map<String, Object> mail =
        Map.of("to", List.of(name + "@client.test"), "subject", "Hello " + name, "text", "Hello.");
    return browser
        .call(page, "POST", "/inboxes/" + inbox + "/messages/send", mail)
        .path("send_id")
        .asString();
  }

  @Test
  void a_long_list_shows_more_when_asked() {
    try (Page page = browser.owner(Screen.PHONE, "")) {
      listInboxes(page);
      assertEquals(50, page.locator("ul.list li").count());
      page.click("text=Show more");
      browser.await(page, "ul.list li:nth-child(51)");
      page.waitForSelector(
          "text=Show more", new WaitForSelectorOptions().setState(WaitForSelectorState.DETACHED));
    }
  }

  @Test
  void a_list_keeps_its_height_when_the_rows_below_are_drawn() {
    try (Page page = browser.owner(Screen.PHONE, "")) {
      listInboxes(page);
      assertEquals(List.of(), page.evaluate(CHANGES_OF_HEIGHT));
      for (int i = 0; i < SENDS; i++) {
        browser.call(page, "POST", SEND, Map.of("to", List.of("to@client.test"), "text", "No " + i));
      }
      browser.visit(page, "sends");
      browser.await(page, "ul.list li:nth-child(%d)".formatted(SENDS));
      assertEquals(List.of(), page.evaluate(CHANGES_OF_HEIGHT));
    }
  }

  private void listInboxes(Page page) {
    for (int i = 0; i < INBOXES; i++) {
      browser.call(page, "POST", "/inboxes", Map.of("username", "agent-" + i));
    }
    browser.turnTo(page, Screen.PHONE, "Inboxes");
    browser.await(page, "ul.list li:nth-child(50)");
  }

  @Test
  void what_was_read_earlier_is_not_drawn_over_what_was_read_later() {
    try (Page page = browser.owner(Screen.PHONE, "")) {
      listInboxes(page);
      List<Route> slow = new ArrayList<>();
      page.route(
          url -> url.endsWith("/v0/inboxes?limit=50"),
          route -> {
            boolean byTimer = route.request().headers().containsKey("x-console-refresh");
            if (byTimer && slow.isEmpty()) {
              slow.add(route);
            } else {
              route.resume();
            }
          });
      page.waitForCondition(() -> !slow.isEmpty());
      page.click("text=Show more");
      browser.await(page, "ul.list li:nth-child(51)");
      // The timer asks for the health once it has drawn what it read.
      page.waitForRequest(Pattern.compile("/v0/health"), () -> slow.get(0).resume());
      assertEquals(INBOXES, page.locator("ul.list li").count());
    }
  }

  @Test
  void what_is_pressed_is_not_drawn_anew() {
    try (Page page = browser.owner(Screen.PHONE, "")) {
      listInboxes(page);
      page.hover("text=Show more");
      page.mouse().down();
      // The first may belong to what was read before; each is asked for when all is drawn.
      page.waitForRequest(
          Pattern.compile("/v0/health"),
          () -> browser.call(page, "POST", "/inboxes", Map.of("username", "pressed")));
      page.waitForRequest(Pattern.compile("/v0/health"), () -> {});
      page.mouse().up();
      browser.await(page, "ul.list li:nth-child(51)");
    }
  }

  @Test
  void the_search_is_one_key_away_on_every_page() {
    try (Page page = browser.owner(Screen.DESKTOP, "keys")) {
      browser.await(page, "button:has-text(\"New key\")");
      page.keyboard().press("/");
      browser.await(page, "input[type=search]:focus");
      page.keyboard().type("nothing like this");
      page.keyboard().press("Enter");
      browser.await(page, ".empty:has-text(\"No results.\")");
    }
  }

  @Test
  void an_operator_says_who_may_come_in() {
    try (Page page = browser.owner(Screen.DESKTOP, "platform")) {
      page.selectOption("select[aria-label=\"Sign-up\"]", "invite_only");
      page.click("button:has-text(\"Save\")");
      page.waitForSelector(TOAST.formatted("Saved."));
      assertEquals("invite_only", browser.call(page, "GET", "/beta", "").path("signup").asString());
      page.fill("input[aria-label=\"E-mail address\"]", "guest@client.test");
      page.click("button:text-is(\"Invite\")");
      page.waitForSelector("dialog code");
      String code = String.valueOf(page.textContent("dialog code"));
      page.click("dialog >> text=Done");
      page.waitForSelector("td:has-text(\"guest@client.test\")");
      assertTrue(!String.valueOf(page.textContent("main")).contains(code));
      page.click("button[aria-label=\"Revoke the invite of guest@client.test\"]");
      page.waitForSelector("tr:has-text(\"guest@client.test\") >> text=revoked");
      page.click("summary:has-text(\"Plan\")");
      page.fill("details[open] label:has-text(\"Inboxes\") input", "12");
      page.click("text=Save the plan");
      page.waitForSelector("dd:has-text(\"Inboxes: 12\")");
      browser.examine(page);
    }
  }
}
