package dev.agentmailbox.http;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.console.ConsolePages;
import dev.agentmailbox.http.docs.DocumentationPages;
import dev.agentmailbox.http.docs.OpenApiDocument;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Handler;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.port.StoreState;
import dev.agentmailbox.service.work.QueueDepths;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Health, readiness, the OpenAPI description, the documentation and metrics. */
final class ServiceRoutes {
  private static final String TAG = "Service";
  private static final List<StoreState.Kind> STATES = List.of(StoreState.Kind.values());

  /** Header fields by which a request shows that it came through a proxy. */
  private static final List<Field<?>> OF_PROXIES =
      List.of(
          Field.header("X-Forwarded-For", Shapes.text()),
          Field.header("Forwarded", Shapes.text()),
          Field.header("X-Real-IP", Shapes.text()),
          Field.header("X-Forwarded-Host", Shapes.text()),
          Field.header("X-Forwarded-Proto", Shapes.text()),
          Field.header("Via", Shapes.text()));

  private final HttpSettings settings;
  private final Clock clock;
  private final PrometheusRegistry metrics;
  private final Supplier<BetaStatus> beta;
  private final Readiness readiness;
  private final Supplier<StoreState> storeState;
  private final QueueMetrics queues;
  private final boolean metricsApart;
  private volatile Supplier<byte[]> description = () -> new byte[0];
  private volatile Optional<String> console = Optional.empty();

  /**
   * Routes of one server.
   *
   * @param storeState the state of the store; its reason is shown only on the metrics port
   * @param queues counts what waits in the store; may block and may throw
   * @param metricsApart whether metrics are served on a separate port instead of here
   */
  ServiceRoutes(
      HttpSettings settings,
      Clock clock,
      PrometheusRegistry metrics,
      Supplier<BetaStatus> beta,
      Readiness readiness,
      Supplier<StoreState> storeState,
      Supplier<QueueDepths> queues,
      boolean metricsApart) {
    this.beta = beta;
    this.settings = settings;
    this.clock = clock;
    this.metrics = metrics;
    this.readiness = readiness;
    this.storeState = storeState;
    this.metricsApart = metricsApart;
    this.queues = new QueueMetrics(metrics, queues);
    MailMetrics.register(metrics);
    GaugeWithCallback.builder()
        .name("mailbox_store_state")
        .help("1 for the state of the store: running, full, read_only or closed; 0 for the others.")
        .labelNames("state")
        .callback(
            gauge -> {
              for (StoreState.Kind kind : STATES) {
                gauge.call(storeState.get().kind() == kind ? 1 : 0, word(kind));
              }
            })
        .register(metrics);
  }

  private static String word(StoreState.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private record Health(String service, Instant time, StoreState.Kind store) {}

  List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    rows.add(health());
    rows.add(
        Operation.get("getOpenApi", "/v0/openapi.json")
            .tag(TAG)
            .access(AccessRule.PUBLIC)
            .summary("This description as OpenAPI 3.1.")
            .answers(200, Shapes.freeObject(Integer.MAX_VALUE), "The OpenAPI document.")
            .handledBy(call -> Response.bytes(200, ResponseSpec.JSON, description.get())));
    rows.add(
        Operation.get("getBeta", "/v0/beta")
            .tag(TAG)
            .access(AccessRule.PUBLIC)
            .summary("Sign-up status.")
            .answersOk(BetaStatus.VIEW, "The sign-up status.")
            .handledBy(call -> Response.ok(BetaStatus.VIEW, beta.get())));
    rows.add(ready(state -> ""));
    if (!metricsApart) {
      rows.add(metrics(this::metricsHere));
    }
    String docs = settings.docsPath();
    rows.addAll(
        new DocumentationPages(settings.baseUrl(), settings.docsUrl(), docs, () -> console).rows());
    if (!docs.isEmpty()) {
      Handler toDocs = call -> Response.redirect(settings.docsUrl());
      rows.add(
          page("root", "/")
              .answer(ResponseSpec.redirect("Redirect to the documentation."))
              .handledBy(toDocs));
    }
    return rows;
  }

  /** The operations of the metrics port, which only operators can reach. */
  List<Operation> rowsApart() {
    return List.of(
        health(),
        ready(state -> state.reason().isEmpty() ? "" : ": " + state.reason()),
        metrics(call -> scrape()));
  }

  private static Operation metrics(Handler handler) {
    return page("metrics", "/metrics")
        .fields(OF_PROXIES)
        .with(Trait.ANSWERED_AT_ONCE)
        .answer(ResponseSpec.other(200, "text/plain", "Counters."))
        .handledBy(handler);
  }

  /**
   * Readiness, for load balancers.
   *
   * @param reason included when the store is not running, for operators
   */
  private Operation ready(Function<StoreState, String> reason) {
    return page("ready", "/readyz")
        .access(AccessRule.FILE)
        .with(Trait.ANSWERED_AT_ONCE)
        .answer(ResponseSpec.other(200, ResponseSpec.JSON, "The service takes requests and mail."))
        .handledBy(
            call -> Response.later(readiness.ask().thenApply(answers -> ready(answers, reason))));
  }

  private Response ready(boolean storeAnswers, Function<StoreState, String> reason) {
    StoreState state = storeState.get();
    if (readiness.isEnded()) {
      throw MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the service is stopping");
    }
    if (state.kind() == StoreState.Kind.READ_ONLY) {
      throw MailboxException.of(
          ErrorCode.UPSTREAM_UNAVAILABLE,
          "the store is read-only until the service is restarted" + reason.apply(state));
    }
    if (!storeAnswers) {
      throw MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "the store does not respond");
    }
    return Response.jsonText(
        200, "{\"status\":\"ready\",\"store\":\"" + word(state.kind()) + "\"}");
  }

  /** Sets the finished table; its description is built on first request. */
  void describe(OperationTable table) {
    console =
        table.rows().stream()
            .filter(row -> row.id().equals(ConsolePages.ID))
            .map(row -> row.path().text())
            .findFirst();
    description =
        once(
            () ->
                OpenApiDocument.of(table, settings.baseUrl(), settings.docsUrl())
                    .toString()
                    .getBytes(StandardCharsets.UTF_8));
  }

  private static Supplier<byte[]> once(Supplier<byte[]> make) {
    return new Supplier<>() {
      private byte @Nullable [] made;

      @Override
      public synchronized byte[] get() {
        byte[] document = made;
        if (document == null) {
          document = make.get();
          made = document;
        }
        return document;
      }
    };
  }

  private static OperationBuilder page(String id, String path) {
    return Operation.get(id, path)
        .access(AccessRule.PUBLIC)
        .with(Trait.HIDDEN, Trait.IGNORES_UNKNOWN_QUERY);
  }

  private Operation health() {
    View<Health> view =
        View.<Health>of("Health")
            .text("status", Shapes.choice("ok"), health -> "ok")
            .about("Always ok.")
            .text("service", Health::service)
            .about("Name of the service.")
            .time("time", Health::time)
            .about("Time of the server, UTC.")
            .text(
                "store",
                Shapes.choice(STATES.stream().map(ServiceRoutes::word).toArray(String[]::new)),
                health -> word(health.store()))
            .about(
                "running; full: writes are refused until there is disk space; read_only:"
                    + " writes are refused until a restart; closed: the service is stopping.")
            .build();
    return Operation.get("getHealth", "/v0/health")
        .tag(TAG)
        .access(AccessRule.PUBLIC)
        .with(Trait.ANSWERED_AT_ONCE)
        .summary("Liveness.")
        .answersOk(view, "The service is running.")
        .handledBy(
            call ->
                Response.ok(
                    view,
                    new Health(
                        settings.serviceName() + "-api",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS),
                        storeState.get().kind())));
  }

  /** Loopback only: a forwarded request counts as remote. */
  private Response metricsHere(Request call) {
    boolean local = call.client().isLoopbackAddress() && OF_PROXIES.stream().noneMatch(call::has);
    if (!local) {
      throw MailboxException.notFound("path");
    }
    return scrape();
  }

  private Response scrape() {
    return Response.later(queues.refresh().thenApply(counted -> text()));
  }

  private Response text() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.builder().build().write(text, metrics.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException("writing into memory", e);
    }
    return Response.bytes(200, PrometheusTextFormatWriter.CONTENT_TYPE, text.toByteArray());
  }
}
