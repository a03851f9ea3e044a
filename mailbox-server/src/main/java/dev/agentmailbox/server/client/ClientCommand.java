package dev.agentmailbox.server.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** A command that talks to a server; a failure is a line on standard error. */
abstract class ClientCommand implements Callable<Integer> {
  /** Rows of a table where the command line says nothing. */
  static final int DEFAULT_ROWS = 20;

  /** Longest wait of one request, in seconds, by the API. */
  static final int WAIT_SECONDS = 30;

  /** Instead of a cursor: from now on. */
  private static final String LATEST = "latest";

  private static final long FIRST_PAUSE_MILLIS = 1_000;
  private static final long LONGEST_PAUSE_MILLIS = 30_000;

  private Map<String, String> environment = System.getenv();
  private InputStream input = System.in;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = "the server (MAILBOX_URL; http://localhost:8080 where nothing is set)")
  private @Nullable String url;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "print what the API answers, one JSON object a line")
  private boolean json;

  private @Nullable ClientSettings settings;

  /** What a command does. */
  interface Action {
    void run() throws IOException, InterruptedException;
  }

  /** Runs the command. */
  abstract void run() throws IOException, InterruptedException;

  /** Reads other settings and another input than those of the process. */
  final ClientCommand with(Map<String, String> variables, InputStream standardInput) {
    environment = variables;
    input = standardInput;
    return this;
  }

  @Override
  public Integer call() throws InterruptedException {
    return exitCode(this::run);
  }

  final int exitCode(Action action) throws InterruptedException {
    try {
      settings = ClientSettings.read(environment);
      action.run();
      return 0;
    } catch (ClientException failure) {
      print(failure.getMessage());
      return failure.exitCode();
    } catch (IOException failure) {
      print(failure.toString());
      return ClientException.USAGE;
    }
  }

  private void print(@Nullable String problem) {
    note(Objects.requireNonNull(spec).name() + ": " + problem);
  }

  /** A line on standard error, for people. */
  final void note(String line) {
    line().getErr().println(Terminal.harmless(line, true));
    line().getErr().flush();
  }

  final Terminal terminal() {
    return new Terminal(line().getOut(), environment);
  }

  private CommandLine line() {
    return Objects.requireNonNull(spec).commandLine();
  }

  /** Prints an answer as it is, or for people. */
  final void show(JsonObject answer, Consumer<JsonObject> people) {
    if (json) {
      terminal().json(answer.bytes());
    } else {
      people.accept(answer);
    }
  }

  final boolean json() {
    return json;
  }

  final ClientSettings settings() {
    return Objects.requireNonNull(settings);
  }

  final String url() {
    return settings().url(url);
  }

  /** The API with the key of the settings. */
  final ApiClient api() {
    return ApiClient.withKey(
        url(),
        settings()
            .apiKey()
            .orElseThrow(
                () ->
                    ClientException.usage(
                        "there is no API key: export MAILBOX_API_KEY=sk_…, or write api_key=sk_…"
                            + " into ~/.config/agent-mailbox/client.properties")));
  }

  /** The API as the human who has signed in. */
  final Optional<ApiClient> humanApi() {
    String server = url();
    return settings().session(server).map(cookie -> ApiClient.ofHuman(server, cookie));
  }

  /** The text of an option, or what standard input has. */
  @SuppressWarnings("SystemConsoleNull") // from Java 22 on the hint is printed in a pipe too
  final String textOrInput(@Nullable String text) throws IOException {
    if (text != null) {
      return text;
    }
    if (input.equals(System.in) && System.console() != null) {
      note("Type the text; end it with Ctrl-D.");
    }
    return new String(input.readAllBytes(), Charset.defaultCharset());
  }

  /** The next line of standard input; empty at its end. */
  final String ask(String question) throws IOException {
    line().getErr().print(question);
    line().getErr().flush();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(input, Charset.defaultCharset()));
    return Objects.requireNonNullElse(reader.readLine(), "").trim();
  }

  /** Asks; everything but y is no. */
  final boolean refuses(String question) throws IOException {
    return !"y".equalsIgnoreCase(ask(question + " [y/N] "));
  }

  /** What a loop over events does with a page. */
  interface PageReader {
    /**
     * Takes a page.
     *
     * @return whether to go on
     */
    boolean read(JsonObject page) throws IOException, InterruptedException;
  }

  /**
   * Follows the log of events. Where the server cannot be reached, or asks to come back, it is
   * asked again after a pause.
   *
   * @param filter more of the query, beginning with {@code &}; or empty
   * @param after a cursor; empty for now
   * @param millis how long at most
   */
  final void follow(ApiClient api, String filter, String after, long millis, PageReader reader)
      throws IOException, InterruptedException {
    String cursor = after.isEmpty() ? LATEST : after;
    long pause = FIRST_PAUSE_MILLIS;
    long start = System.nanoTime();
    while (true) {
      long left = millis - (System.nanoTime() - start) / 1_000_000;
      long wait =
          LATEST.equals(cursor) ? 0 : Math.max(0, Math.min(WAIT_SECONDS, (left - 1) / 1000 + 1));
      try {
        JsonObject page =
            api.get("/events?after=" + ApiClient.encoded(cursor) + "&wait=" + wait + filter);
        cursor = page.text("cursor");
        pause = FIRST_PAUSE_MILLIS;
        if (!reader.read(page) || left <= 0) {
          return;
        }
      } catch (ClientException failure) {
        if (!failure.retryable() || left <= pause) {
          throw failure;
        }
        note(failure.getMessage() + "; trying again");
        Thread.sleep(pause);
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      }
    }
  }
}
