package dev.agentmailbox.http.api.account;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.api.common.Ids;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.JsonBytes;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.OperationBuilder;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.service.account.Metrics.MetricsQuery;
import dev.agentmailbox.service.sending.outcome.Breaker;
import dev.agentmailbox.usage.Counter;
import dev.agentmailbox.usage.UsageDay;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Time series per UTC day, of an organization, a pod or an inbox. */
public final class MetricsRoutes {
  private static final String TAG = "Usage";
  private static final int MAX_POINTS = PageRequest.MAX_LIMIT;

  /** Event types that clients may request and that never occur here. */
  private static final List<String> FOREIGN_TYPES =
      List.of("message.received.unauthenticated", "domain.verified");

  private static final List<String> TYPE_NAMES =
      Stream.concat(
              Arrays.stream(EventType.values()).map(EventType::wireName), FOREIGN_TYPES.stream())
          .toList();

  /** Counters that clients may request and that are not kept here; their series are empty. */
  private static final List<String> FOREIGN_COUNTERS =
      List.of("message_count", "thread_count", "inbox_count", "pod_count", "domain_count");

  private static final List<String> COUNTER_NAMES =
      Stream.concat(
              Arrays.stream(Counter.values()).map(Counter::wireName), FOREIGN_COUNTERS.stream())
          .toList();

  private static final Field<LocalDate> FROM =
      Field.query("from", Shapes.date(), "First UTC day; default six days before to.");
  private static final Field<LocalDate> TO =
      Field.query("to", Shapes.date(), "Last UTC day; default today. At most 92 days.");
  private static final Field<Instant> START =
      Field.query("start", Shapes.timestamp(), "Alternative to from: any time on that day.");
  private static final Field<Instant> END =
      Field.query("end", Shapes.timestamp(), "Alternative to to: any time on that day.");
  private static final Field<Long> PERIOD =
      Field.query(
          "period",
          Shapes.integer(1, Integer.MAX_VALUE),
          "Accepted and ignored: a point always covers one day.");
  private static final Field<Long> LIMIT =
      Field.query("limit", Shapes.integer(1, MAX_POINTS), "Maximum number of points per series.")
          .orElse((long) MAX_POINTS);
  private static final Field<Boolean> DESCENDING =
      Field.query("descending", Shapes.flag(), "Newest first instead of oldest first.")
          .orElse(false);
  private static final Field<List<String>> TYPES = types("types");
  private static final Field<List<String>> EVENT_TYPES = types("event_types");
  private static final Field<List<String>> USAGE_TYPES =
      Field.query(
          "usage_types",
          Shapes.list(Shapes.choice(COUNTER_NAMES.toArray(String[]::new))),
          "Only these counters; default all.");
  private static final List<Field<?>> RANGE =
      List.of(FROM, TO, START, END, PERIOD, LIMIT, DESCENDING);

  private record Point(LocalDate date, double value) {}

  private static final View<Point> COUNT =
      View.<Point>of("MetricCount")
          .time("timestamp", point -> instant(point.date()))
          .about("Start of the UTC day.")
          .count("count", point -> (long) point.value())
          .about("Events that day.")
          .build();
  private static final View<Point> WHOLE =
      View.<Point>of("MetricValue")
          .time("timestamp", point -> instant(point.date()))
          .about("Start of the UTC day.")
          .count("value", point -> (long) point.value())
          .about("Value of the counter that day.")
          .build();
  private static final View<Point> RATE =
      View.<Point>of("MetricRate")
          .time("timestamp", point -> instant(point.date()))
          .about("Start of the UTC day.")
          .number("value", Point::value)
          .about("The rate that day.")
          .build();

  private record Rates(List<Point> send, List<Point> bounce, List<Point> complaint) {}

  private static final View<Rates> RATES =
      View.<Rates>of("MetricRates")
          .objects("send_rate", RATE, Rates::send)
          .about("Recipients handed over that day.")
          .objects("bounce_rate", RATE, Rates::bounce)
          .about(
              "Permanent bounces divided by recipients handed over that day; 1 when there"
                  + " were bounces and no recipients.")
          .objects("complaint_rate", RATE, Rates::complaint)
          .about("Complaints divided by recipients handed over that day.")
          .build();

  private final Mailbox mailbox;

  public MetricsRoutes(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  private static Field<List<String>> types(String name) {
    return Field.query(
        name,
        Shapes.list(Shapes.choice(TYPE_NAMES.toArray(String[]::new))),
        "Only these event types; default all.");
  }

  private static Instant instant(LocalDate date) {
    return date.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  public List<Operation> rows() {
    List<Operation> rows = new ArrayList<>();
    rows.addAll(rows("", "/v0", List.of()));
    rows.addAll(rows("Pod", "/v0/pods/{pod_id}", List.of(Ids.POD)));
    rows.addAll(rows("Inbox", "/v0/inboxes/{inbox_id}", List.of(Ids.INBOX)));
    return rows;
  }

  private List<Operation> rows(String of, String base, List<Field<?>> place) {
    String path = base + "/metrics/";
    return List.of(
        row(Operation.get("get" + of + "EventMetrics", path + "events"), place)
            .summary("Events per type and day.")
            .description("A type without events in the range is left out, and a day without them.")
            .field(TYPES)
            .field(EVENT_TYPES)
            .answer(
                ResponseSpec.json(
                    200, Shapes.map(Shapes.list(COUNT.shape())), "One series per type."))
            .handledBy(this::events),
        row(Operation.get("get" + of + "UsageMetrics", path + "usage"), place)
            .summary("Usage counters per day.")
            .field(USAGE_TYPES)
            .answer(
                ResponseSpec.json(
                    200, Shapes.map(Shapes.list(WHOLE.shape())), "One series per counter."))
            .handledBy(this::usage),
        row(Operation.get("get" + of + "RateMetrics", path + "rates"), place)
            .summary("Send, bounce and complaint rates per day.")
            .answersOk(RATES, "The series.")
            .handledBy(this::rates));
  }

  private static OperationBuilder row(OperationBuilder row, List<Field<?>> place) {
    return row.tag(TAG).permission(Permission.USAGE_READ).fields(place).fields(RANGE);
  }

  private static MetricsQuery query(Request call) {
    return new MetricsQuery(
        pathValue(call, Ids.POD),
        pathValue(call, Ids.INBOX),
        day(call, FROM, START),
        day(call, TO, END));
  }

  private static @Nullable LocalDate day(Request call, Field<LocalDate> date, Field<Instant> time) {
    Optional<LocalDate> fromTime =
        call.find(time).map(instant -> LocalDate.ofInstant(instant, ZoneOffset.UTC));
    return call.find(date).or(() -> fromTime).orElse(null);
  }

  private static @Nullable String pathValue(Request call, Field<String> field) {
    return call.operation().parameters().contains(field) ? call.get(field) : null;
  }

  private Response events(Request call) {
    List<EventDay> days = mailbox.metrics().events(call.caller(), query(call));
    List<String> wanted = call.find(TYPES).or(() -> call.find(EVENT_TYPES)).orElse(List.of());
    Map<String, List<Point>> series = new LinkedHashMap<>();
    for (EventType type : EventType.values()) {
      List<Point> points =
          days.stream()
              .filter(day -> day.counts().containsKey(type))
              .map(day -> new Point(day.date(), day.counts().getOrDefault(type, 0L)))
              .toList();
      boolean asked = wanted.isEmpty() || wanted.contains(type.wireName());
      if (asked && !points.isEmpty()) {
        series.put(type.wireName(), cut(call, points));
      }
    }
    return reply(series, COUNT);
  }

  private Response usage(Request call) {
    List<UsageDay> days = mailbox.metrics().usage(call.caller(), query(call));
    List<String> wanted = call.find(USAGE_TYPES).orElse(List.of());
    Map<String, List<Point>> series = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      if (wanted.isEmpty() || wanted.contains(counter.wireName())) {
        series.put(counter.wireName(), cut(call, points(days, day -> day.get(counter))));
      }
    }
    wanted.forEach(name -> series.putIfAbsent(name, List.of()));
    return reply(series, WHOLE);
  }

  private Response rates(Request call) {
    List<UsageDay> days = mailbox.metrics().usage(call.caller(), query(call));
    return Response.ok(
        RATES,
        new Rates(
            cut(call, points(days, day -> day.get(Counter.SENT_RECIPIENTS))),
            cut(call, points(days, day -> Breaker.bounceRate(List.of(day)))),
            cut(call, points(days, MetricsRoutes::complaintRate))));
  }

  private static double complaintRate(UsageDay day) {
    long sent = day.get(Counter.SENT_RECIPIENTS);
    return sent == 0 ? 0 : (double) day.get(Counter.COMPLAINED) / sent;
  }

  private static List<Point> points(List<UsageDay> days, ToDoubleFunction<UsageDay> value) {
    return days.stream().map(day -> new Point(day.date(), value.applyAsDouble(day))).toList();
  }

  /** Applies the requested order and limit. */
  private static List<Point> cut(Request call, List<Point> points) {
    List<Point> ordered = new ArrayList<>(points);
    if (call.get(DESCENDING)) {
      Collections.reverse(ordered);
    }
    int limit = Math.toIntExact(call.get(LIMIT));
    return ordered.size() <= limit ? ordered : ordered.subList(0, limit);
  }

  private static Response reply(Map<String, List<Point>> series, View<Point> view) {
    byte[] json =
        JsonBytes.write(
            out -> {
              out.writeStartObject();
              series.forEach(
                  (name, points) -> {
                    out.writeName(name);
                    out.writeStartArray();
                    points.forEach(point -> view.write(out, point));
                    out.writeEndArray();
                  });
              out.writeEndObject();
            });
    return Response.bytes(200, ResponseSpec.JSON, json);
  }
}
