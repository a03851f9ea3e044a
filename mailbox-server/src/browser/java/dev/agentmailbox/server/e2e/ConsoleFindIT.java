package dev.agentmailbox.server.e2e;


import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.SelectOption;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people look for is found: by name, by filter, in a view that they saved, or in a pod. */
class ConsoleFindIT extends ConsoleTest {

  private String inbox(Page page, String username) {
    return browser
        .call(page, "POST", "/inboxes", Map.of("username", username))
        .path("inbox_id")
        .asString();
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void everything_is_reached_by_its_name(Screen screen) throws IOException {
    String name = "billing-" + screen.name().toLowerCase(Locale.ROOT);
    try (Page page = browser.owner(screen, "")) {
      String inbox = inbox(page, name);
      browser.call(
          page,
          "POST",
          "/inboxes/" + inbox + "/messages/send",
          Map.of("to", List.of(inbox), "subject", "Kettle " + name, "text", "It boils."));
      browser.visit(page, "threads");
      browser.await(page, ":text(\"Kettle " + name + "\")");
      browser.visit(page, "");
      page.keyboard().press("Control+k");
      browser.await(page, "dialog.palette li:has-text(\"Approvals\")");
      page.fill("dialog.palette input", "kettle");
      browser.await(page, "dialog.palette li:has-text(\"Kettle " + name + "\")");
      browser.examine(page);
      browser.picture(page, screen, "palette");
      page.fill("dialog.palette input", "nothing like that");
      browser.await(page, "dialog.palette :text(\"Nothing found.\")");
      page.fill("dialog.palette input", name + "@");
      browser.await(page, "dialog.palette li[aria-selected=true]:has-text(\"" + inbox + "\")");
      page.keyboard().press("Enter");
      browser.await(page, "h1:has-text(\"" + inbox + "\")");
      page.keyboard().press("Control+k");
      browser.await(page, "dialog.palette");
      page.keyboard().press("Escape");
      page.waitForFunction("() => !document.querySelector('dialog')");
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void mail_is_filtered_and_a_view_is_saved(Screen screen) throws IOException {
    String name = "orders-" + screen.name().toLowerCase(Locale.ROOT);
    try (Page page = browser.owner(screen, "")) {
      String inbox = inbox(page, name);
      inbox(page, "other-" + name);
      browser.visit(page, "threads");
      page.selectOption("select[aria-label=Inbox]", inbox);
      browser.await(page, "text=No results.");
      page.click(".chip:has-text(\"Held\")");
      page.waitForURL("**labels=held**");
      browser.await(page, ".chip[aria-current]:has-text(\"Held\")");
      page.click("text=Save view");
      page.fill("dialog input[name=name]", "Held of orders");
      page.click("dialog button:text-is(\"Save\")");
      browser.await(page, ".chip[aria-current]:has-text(\"Held of orders\")");
      browser.examine(page);
      browser.picture(page, screen, "filters");
      browser.visit(page, "threads");
      page.click(".chip:has-text(\"Held of orders\")");
      page.waitForURL("**labels=held**");
      page.click("text=Forget view");
      page.waitForFunction("() => !document.body.innerText.includes('Held of orders')");
    }
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void a_pod_is_made_with_an_inbox_in_it(Screen screen) throws IOException {
    String name = "Customer " + screen.name().toLowerCase(Locale.ROOT);
    try (Page page = browser.owner(screen, "pods")) {
      page.click("text=New pod");
      page.fill("dialog input[name=name]", name);
      page.click("dialog button:text-is(\"Create\")");
      browser.await(page, "h1:has-text(\"" + name + "\")");
      browser.await(page, "text=No inboxes in this pod.");
      browser.visit(page, "inboxes");
      page.click("text=New inbox");
      String username = "in-" + screen.name().toLowerCase(Locale.ROOT);
      page.fill("dialog input[name=username]", username);
      page.selectOption("dialog select[aria-label=Pod]", new SelectOption().setLabel(name));
      page.click("dialog button:text-is(\"Create\")");
      browser.await(page, "h1:has-text(\"" + username + "\")");
      browser.visit(page, "pods");
      browser.examine(page);
      page.click("main a:has-text(\"" + name + "\")");
      browser.await(page, "a:has-text(\"" + username + "\")");
      browser.examine(page);
      browser.picture(page, screen, "pod");
      page.click("main a.button:has-text(\"Policy\")");
      browser.await(page, "h1:has-text(\"Policy\")");
      page.check("input[name=only]");
      browser.examine(page);
      browser.picture(page, screen, "policy");
    }
  }
}
