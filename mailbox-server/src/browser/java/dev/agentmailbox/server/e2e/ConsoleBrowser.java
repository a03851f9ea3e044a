package dev.agentmailbox.server.e2e;

import com.google.gson.JsonObject;
import com.microsoft.playwright.APIRequest;
import com.microsoft.playwright.APIRequestContext;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.RequestOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Chromium beside a server: what a person does in the console. Whatever a page complains about, and
 * each serious finding of axe-core, is kept in {@link #problems()}. Belongs to one thread.
 */
final class ConsoleBrowser implements AutoCloseable {
  static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  /** Chromium as a library, if it is installed: half of the time, but it shows no notices. */
  static final Path HEADLESS_CHROMIUM =
      Optional.of(Path.of("/usr/bin/chromium-headless-shell"))
          .filter(Files::isExecutable)
          .orElse(CHROMIUM);

  private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

  /** Without selectors, passes and preloaded media, which take most of the time. */
  private static final String SERIOUS_FINDINGS =
      """
      async () => {
        const options = { resultTypes: ['violations'], preload: false, selectors: false };
        const { violations } = await axe.run(options);
        return violations
          .filter(({ impact }) => ['serious', 'critical'].includes(impact))
          .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 2).map(n => n.html.slice(0, 160)).join(' | '));
      }""";

  private static final Pattern LINK = Pattern.compile("/v0/console/sign-in/link\\S+");
  private static final double PATIENCE_MILLIS = 120_000;

  /** How large the window is. */
  enum Screen {
    DESKTOP(1280, 860),
    PHONE(390, 800);

    private final int width;
    private final int height;

    Screen(int width, int height) {
      this.width = width;
      this.height = height;
    }
  }

  private final ServerProcess server;
  private final Playwright playwright;
  private final Browser browser;
  private final String axe;
  private final List<String> problems = new CopyOnWriteArrayList<>();

  /** Requests without an answer yet. */
  private final List<String> waiting = new CopyOnWriteArrayList<>();

  /** Whether what is said now is said by axe-core. */
  private volatile boolean examining;

  /** Cookies of the owner, as JSON of Playwright. */
  private final String signedIn;

  /** The owner, without a window. */
  private final APIRequestContext owner;

  ConsoleBrowser(ServerProcess server, Path chromium) throws IOException {
    this.server = server;
    try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(AXE))) {
      axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(chromium)
                    .setChromiumSandbox(false)
                    .setArgs(List.of("--disable-dev-shm-usage")));
    try (Page page = open(Screen.DESKTOP, null)) {
      page.navigate(base() + firstLink());
      page.waitForSelector("nav.side");
      signedIn = page.context().storageState();
    }
    owner =
        playwright
            .request()
            .newContext(new APIRequest.NewContextOptions().setStorageState(signedIn));
  }

  /** The link that the first start printed; it is used up by the constructor. */
  String firstLink() throws IOException {
    Matcher link = LINK.matcher(server.output());
    if (!link.find()) {
      throw new IllegalStateException("no link was printed");
    }
    return link.group();
  }

  /** As the person types it: passkeys need a name. */
  String base() {
    return server.baseUrl().replace("127.0.0.1", "localhost");
  }

  /** A window of somebody who is not signed in. */
  Page stranger(Screen screen) {
    Page page = open(screen, null);
    page.navigate(base() + "/console");
    return page;
  }

  /** A window of the owner on that page of the console. */
  Page owner(Screen screen, String path) {
    Page page = open(screen, signedIn);
    page.navigate(base() + "/console/" + path);
    page.waitForSelector("h1");
    return page;
  }

  /** Signs a member in with a mailed code, without a window; the cookies, for {@link #member}. */
  String signIn(String email) throws IOException {
    int before = mailedCodes();
    try (Page page = open(Screen.DESKTOP, null)) {
      call(page, "POST", "/console/sign-in/code", Map.of("email", email));
      Map<String, Object> proof = Map.of("email", email, "code", mailedCode(before));
      call(page, "POST", "/console/sign-in/verify", proof);
      return page.context().storageState();
    }
  }

  /** A window of who was signed in, on that page of the console. */
  Page member(Screen screen, String cookies, String path) {
    Page page = open(screen, cookies);
    page.navigate(base() + "/console/" + path);
    page.waitForSelector("h1");
    return page;
  }

  /** Goes to that path of the console as by a link; waits until it is shown. */
  void visit(Page page, String path) {
    page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }",
        "/console/" + path);
    page.waitForFunction(
        "() => document.querySelector('main h1') && !document.querySelector('main .loading')");
  }

  /** Goes to the page of that name by the navigation, which a phone opens first. */
  void turnTo(Page page, Screen screen, String name) {
    if (screen == Screen.PHONE) {
      page.click("nav.bar button:has-text(\"Menu\")");
    }
    page.click("nav.side .item:has-text(\"" + name + "\")");
  }

  /** Signs out by the navigation. */
  void signOut(Page page, Screen screen) {
    if (screen == Screen.PHONE) {
      page.click("nav.bar button:has-text(\"Menu\")");
    }
    page.click("nav.side >> text=Sign out");
  }

  /** Waits until something is there; says what is there instead when it does not come. */
  void await(Page page, String selector) {
    try {
      page.waitForSelector(selector);
    } catch (TimeoutError e) {
      throw new AssertionError(
          "%s is not at %s, which waits for %s and shows %s"
              .formatted(selector, page.url(), waiting, page.innerText("body")),
          e);
    }
  }

  private Page open(Screen screen, @Nullable String cookies) {
    Browser.NewContextOptions options =
        new Browser.NewContextOptions().setViewportSize(screen.width, screen.height);
    BrowserContext context =
        browser.newContext(cookies == null ? options : options.setStorageState(cookies));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    Page page = context.newPage();
    page.onConsoleMessage(
        message -> {
          boolean expected = message.text().contains("401") && message.text().contains("Failed");
          boolean complaint = List.of("error", "warning").contains(message.type());
          if (complaint && !expected && !examining) {
            problems.add(screen + " " + page.url() + ": " + message.text());
          }
        });
    page.onRequest(request -> waiting.add(request.method() + " " + request.url()));
    page.onRequestFinished(request -> waiting.remove(request.method() + " " + request.url()));
    page.onRequestFailed(request -> waiting.remove(request.method() + " " + request.url()));
    page.onPageError(error -> problems.add(screen + " " + page.url() + ": " + error));
    return page;
  }

  /**
   * What is wrong with pages since this was last asked: complaints of the browser, findings of
   * axe-core. Closes every window, so that the next test hears nothing of this one.
   */
  List<String> problems() {
    browser.contexts().forEach(BrowserContext::close);
    List<String> found = List.copyOf(problems);
    problems.clear();
    waiting.clear();
    return found;
  }

  /** Gives the page a device that makes passkeys and always says yes. */
  void addAuthenticator(Page page) {
    JsonObject options = new JsonObject();
    options.addProperty("protocol", "ctap2");
    options.addProperty("transport", "internal");
    for (String yes :
        List.of(
            "hasResidentKey",
            "hasUserVerification",
            "isUserVerified",
            "automaticPresenceSimulation")) {
      options.addProperty(yes, true);
    }
    JsonObject authenticator = new JsonObject();
    authenticator.add("options", options);
    CDPSession devtools = page.context().newCDPSession(page);
    devtools.send("WebAuthn.enable");
    devtools.send("WebAuthn.addVirtualAuthenticator", authenticator);
  }

  /** Asks axe-core about the page as it is, and whether something is shown that was never text. */
  void examine(Page page) {
    if (page.innerText("body").contains("[object ")) {
      problems.add(page.url() + " shows an object");
    }
    examining = true;
    if (page.evaluate("typeof axe").equals("undefined")) {
      page.evaluate(axe);
    }
    Object found = page.evaluate(SERIOUS_FINDINGS);
    examining = false;
    if (found instanceof List<?> findings) {
      findings.forEach(finding -> problems.add(page.url() + " axe " + finding));
    }
  }

  /** Keeps a picture of the page in the directory {@code console.pictures}, if there is one. */
  void picture(Page page, Screen screen, String name) throws IOException {
    String directory = System.getProperty("console.pictures", "");
    if (!directory.isEmpty()) {
      String file = "console-" + name + (screen == Screen.PHONE ? "-phone" : "") + ".png";
      Path path = Files.createDirectories(Path.of(directory)).resolve(file);
      page.screenshot(new Page.ScreenshotOptions().setPath(path));
    }
  }

  /** An operation, by the owner, without a window. */
  JsonNode call(String method, String path, Object body) {
    return call(owner, method, path, body);
  }

  /** The same operation as the console's, by who is signed in at that page. */
  JsonNode call(Page page, String method, String path, Object body) {
    return call(page.context().request(), method, path, body);
  }

  private JsonNode call(APIRequestContext caller, String method, String path, Object body) {
    APIResponse answer =
        caller
            .fetch(
                base() + "/v0" + path,
                RequestOptions.create()
                    .setMethod(method)
                    .setHeader("Origin", base())
                    .setHeader("Idempotency-Key", UUID.randomUUID().toString())
                    .setData(body));
    if (!answer.ok()) {
      throw new IllegalStateException(method + " " + path + ": " + answer.text());
    }
    return JsonMapper.shared().readTree(answer.text());
  }

  /** The newest code that was mailed; without a relay it is in the log. */
  String mailedCode(int before) {
    Pattern code = Pattern.compile("(?i)code\\D{1,80}\\b(\\d{6})\\b");
    long deadline = System.nanoTime() + (long) (PATIENCE_MILLIS * 1_000_000);
    while (System.nanoTime() < deadline) {
      try {
        List<String> codes =
            code.matcher(server.output()).results().map(found -> found.group(1)).toList();
        if (codes.size() > before) {
          return codes.get(codes.size() - 1);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      LockSupport.parkNanos(50_000_000);
    }
    throw new IllegalStateException("no code was mailed");
  }

  /** How many codes were mailed. */
  int mailedCodes() throws IOException {
    return (int)
        Pattern.compile("(?i)code\\D{1,80}\\b\\d{6}\\b").matcher(server.output()).results().count();
  }

  @Override
  public void close() {
    playwright.close();
  }
}
