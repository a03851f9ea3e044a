package dev.agentmailbox.server.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.agentmailbox.server.e2e.ConsoleBrowser.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The console's service worker: notices without a page, and what is shown without a service. */
class ConsolePushIT extends ConsoleTest {
  private static final int DELIVERIES = 6;

  @Override
  protected Path chromium() {
    return ConsoleBrowser.CHROMIUM;
  }

  /** Pages complain when the service is away, which is what some tests are about. */
  @Override
  protected void no_page_complained() {}

  /** The registration of the worker, once it is active. */
  private static String registration(Page page, CDPSession devtools) {
    List<String> ids = new CopyOnWriteArrayList<>();
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        updated ->
            updated
                .getAsJsonArray("registrations")
                .forEach(
                    one -> ids.add(one.getAsJsonObject().get("registrationId").getAsString())));
    devtools.send("ServiceWorker.enable");
    // A push to a worker that is not activated yet is lost.
    Object unused =
        page.evaluate(
            "async () => {"
                + " const worker = (await navigator.serviceWorker.ready).active;"
                + " while (worker.state !== 'activated')"
                + "   await new Promise(done => setTimeout(done, 50)); }");
    page.waitForCondition(() -> !ids.isEmpty());
    return ids.get(0);
  }

  /** What is shown within a few seconds. In one call: a condition that is a promise is met at once. */
  private static Object notices(Page page) {
    return page.evaluate(
        "async () => {"
            + " const worker = await navigator.serviceWorker.ready;"
            + " for (let left = 100; left && !(await worker.getNotifications()).length; left--)"
            + "   await new Promise(done => setTimeout(done, 50));"
            + " return (await worker.getNotifications())"
            + "   .map(n => n.title + '|' + n.body + '|' + n.data.path); }");
  }

  @Test
  void a_push_is_shown_as_a_notice() {
    try (Page page = browser.owner(Screen.DESKTOP, "approvals")) {
      page.context().grantPermissions(List.of("notifications"));
      CDPSession devtools = page.context().newCDPSession(page);
      JsonObject push = new JsonObject();
      push.addProperty("origin", browser.base());
      push.addProperty("registrationId", registration(page, devtools));
      push.addProperty(
          "data",
          "{\"title\":\"Approve: Refund → ann@example.com\",\"body\":\"from shop@agents.localhost\","
              + "\"path\":\"/approvals/apr_1\"}");
      Object shown = List.of();
      // A browser that is still starting its worker may lose a push.
      for (int left = DELIVERIES; left > 0 && List.of().equals(shown); left--) {
        devtools.send("ServiceWorker.deliverPushMessage", push);
        shown = notices(page);
      }
      assertEquals(
          List.of("Approve: Refund → ann@example.com|from shop@agents.localhost|/approvals/apr_1"),
          shown);
    }
    assertEquals(List.of(), browser.problems());
  }

  @ParameterizedTest
  @EnumSource(Screen.class)
  void what_waits_comes_onto_the_page_by_itself(Screen screen) throws IOException {
    try (Page page = browser.owner(screen, "approvals")) {
      browser.await(page, ":text(\"Nothing to approve.\")");
      Map<String, Object> policy = Map.of("approval_flags", List.of("first_contact"));
      browser.call(page, "PATCH", "/policy", policy);
      String inbox =
          browser.call(page, "POST", "/inboxes", Map.of()).path("inbox_id").asString();
      String send = "/inboxes/" + inbox + "/messages/send";
      String to = screen.name() + "@example.com";
      browser.call(
          page, "POST", send, Map.of("to", List.of(to), "subject", "New", "text", "Hi"));
      browser.await(page, "li:has-text(\"" + to + "\")");
      String waiting = page.getAttribute("main li[data-key]", "data-key");
      browser.call(page, "POST", "/approvals/" + waiting + "/reject", Map.of());
      browser.await(page, ":text(\"Nothing to approve.\")");
      browser.visit(page, "account");
      browser.await(page, "h2:has-text(\"Notices in this browser\")");
      browser.examine(page);
      browser.picture(page, screen, "account");
    }
    assertEquals(List.of(), browser.problems());
  }

  @Test
  void without_a_service_a_page_says_so() throws IOException {
    try (Page page = browser.owner(Screen.PHONE, "approvals")) {
      page.waitForFunction("() => navigator.serviceWorker.controller !== null");
      server.kill();
      page.navigate(browser.base() + "/console/approvals");
      browser.await(page, "h1:has-text(\"You are offline\")");
      browser.examine(page);
      browser.picture(page, Screen.PHONE, "offline");
      server.start();
      page.click("text=Try again");
      browser.await(page, "h1:has-text(\"Approvals\")");
    }
    // The browser complains of the service, which is away.
    browser.problems();
  }
}
