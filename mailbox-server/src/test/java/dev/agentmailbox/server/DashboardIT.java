package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.service.work.MailLog;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard, the alert rules and the page name metrics that exist. */
final class DashboardIT {
  private static final Pattern NAME =
      Pattern.compile("\\bmailbox_(?:store|http|mail|queue)_[a-z_]*[a-z]\\b");
  private static final Pattern SAMPLE =
      Pattern.compile("^(mailbox_[a-z_]+)(\\{.*})? (\\S+)$", Pattern.MULTILINE);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private MailboxHttp http;

  @BeforeEach
  void start() {
    http =
        MailboxHttp.builder(HttpSettings.at("127.0.0.1", 0, "http://localhost"))
            .metricsPort(0)
            .build();
    http.start();
  }

  @AfterEach
  void stop() {
    http.stop(Duration.ZERO);
  }

  private static String get(int port, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private String metrics() throws Exception {
    String unused = get(http.port(), "/v0/openapi.json");
    // A request is counted after its response, which the client may have read by then.
    return assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          String text;
          do {
            text = get(http.metricsPort().orElseThrow(), "/metrics");
          } while (!text.contains("mailbox_http_requests_total{"));
          return text;
        });
  }

  private static Set<String> samples(String text) {
    return SAMPLE
        .matcher(text)
        .results()
        .map(sample -> sample.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"grafana/mailbox.json", "grafana/alerts.yml", "operations.md"})
  void every_metric_that_is_named_exists(String page) throws Exception {
    Set<String> existing = samples(metrics());
    Set<String> named = new TreeSet<>();
    String text = Pages.text(Pages.DOCS.resolve(page));
    for (MatchResult name : NAME.matcher(text).results().toList()) {
      named.add(name.group());
    }
    assertTrue(named.size() >= 4, named.toString());
    // A histogram is named by itself in the page.
    named.removeIf(name -> existing.contains(name + "_bucket"));
    named.removeAll(existing);
    assertEquals(Set.of(), named);
  }

  @Test
  void the_dashboard_and_the_rules_can_be_read() {
    assertTrue(
        JsonMapper.shared()
                .readTree(Pages.text(Pages.DOCS.resolve("grafana/mailbox.json")))
                .path("panels")
                .size()
            > 5);
    Object rules = new Yaml().load(Pages.text(Pages.DOCS.resolve("grafana/alerts.yml")));
    assertTrue(String.valueOf(rules).contains("MailboxReadOnly"));
  }

  @Test
  void mail_is_counted_by_code_and_unknown_words_make_no_series() throws Exception {
    long before = refused(metrics(), "452");
    MailLog.refusedRecipient("a@sender.example", "b@agents.example", "452 4.3.1");
    MailLog.refusedRecipient("a@sender.example", "b@agents.example", "something else");
    String after = metrics();
    assertEquals(before + 1, refused(after, "452"));
    assertTrue(refused(after, "000") >= 1, after);
    assertTrue(!after.contains("something"), after);
  }

  private static long refused(String text, String code) {
    String name = "mailbox_mail_refused_recipients_total{code=\"" + code + "\"} ";
    return text.lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
        .sum();
  }
}
