package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a person gets into the console in Chromium, and what keeps the session alive. */
class ConsoleSessionIT extends ConsoleTest {
  private static final String BY_TIMER = "x-console-refresh";
  private static final String OF_THE_TIMER = "**/v0/approvals?status=pending&limit=200";


  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_person_signs_in_with_a_mailed_code_and_out_again(Screen screen) throws IOException {
    int before = browser.mailedCodes();
    try (Page page = browser.stranger(screen)) {
      page.fill("input[name=email]", "owner@localhost");
      browser.examine(page);
      page.click("text=Send me a code");
      browser.await(page, "input[name=code]");
      page.fill("input[name=code]", browser.mailedCode(before));
      page.click("button:has-text(\"Sign in\")");
      browser.await(page, ".cards");
      browser.signOut(page, screen);
      browser.await(page, "input[name=email]");
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_passkey_is_added_and_signs_in(Screen screen) {
    try (Page page = browser.owner(screen, "account")) {
      browser.addAuthenticator(page);
      page.click("text=New passkey");
      page.fill("dialog input", "key of " + screen);
      page.click("dialog >> text=Continue");
      browser.await(page, "td:has-text(\"key of " + screen + "\")");
      browser.examine(page);
      page.context().clearCookies();
      page.navigate(browser.base() + "/console");
      page.fill("input[name=email]", "owner@localhost");
      page.click("text=Use a passkey");
      browser.await(page, ".cards");
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_used_link_explains_itself_and_offers_a_code(Screen screen) throws IOException {
    try (Page page = browser.stranger(screen)) {
      page.navigate(browser.base() + browser.firstLink());
      browser.await(page, "p:has-text(\"This sign-in link was used or has expired.\")");
      browser.await(page, "button:has-text(\"Send me a code\")");
      assertEquals(browser.base() + "/console/", page.url(), "a reload shows the ordinary page");
      browser.examine(page);
      browser.picture(page, screen, "link-used");
    }
  }

  @Test
  void somebody_who_is_signed_in_comes_in_with_a_used_link() throws IOException {
    try (Page page = browser.owner(Screen.DESKTOP, "")) {
      page.navigate(browser.base() + browser.firstLink());
      browser.await(page, ".cards");
    }
  }

  @Test
  void what_a_person_asks_for_while_the_timer_reads_is_asked_for_by_the_person() {
    try (Page page = browser.owner(Screen.DESKTOP, "held")) {
      page.route(OF_THE_TIMER, ConsoleSessionIT::leaveWaiting);
      Request round = page.waitForRequest(OF_THE_TIMER, () -> {});
      assertEquals("timer", round.headers().get(BY_TIMER));
      Request asked =
          page.waitForRequest("**/v0/api-keys?*", () -> page.click("nav.side >> text=API keys"));
      assertFalse(asked.headers().containsKey(BY_TIMER), asked.headers().toString());
      page.unroute(OF_THE_TIMER);
      Request anew = page.waitForRequest("**/v0/api-keys?*", () -> {});
      assertEquals("timer", anew.headers().get(BY_TIMER), "a page that is drawn anew");
    }
  }

  private static void leaveWaiting(Route route) {
    // No answer: the round of the timer goes on for as long as the test needs it.
  }
}
