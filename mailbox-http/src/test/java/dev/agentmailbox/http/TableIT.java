package dev.agentmailbox.http;

import static dev.agentmailbox.http.Problems.code;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Router;
import dev.agentmailbox.http.table.Trait;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What holds for every row of the table; new rows are tested without being named here. */
public class TableIT {
  @AutoClose private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
  }

  private static Stream<DynamicTest> rows(Predicate<Operation> which, Consumer<Operation> test) {
    return fixture.http.table().rows().stream()
        .filter(row -> row.path().text().startsWith("/v0/") && !row.path().hasRest())
        .filter(which)
        .map(row -> dynamicTest(row.toString(), () -> test.accept(row)));
  }

  private static boolean isOffered(Operation row) {
    return row.refusal().isEmpty() && row.access() != AccessRule.HUMAN;
  }

  /** The path with something in every placeholder. */
  private static String path(Operation row) {
    return row.path()
        .text()
        .replace("{inbox_id}", "nobody@agents.localhost")
        .replace("{direction}", "send")
        .replace("{type}", "allow")
        .replaceAll("\\{[a-z_]+}", "missing_0000000000000000");
  }

  /** The lists are always there, whatever is on them. */
  private static boolean namesAnObject(Operation row) {
    return !Set.of("direction", "type").containsAll(row.path().placeholders());
  }

  private static HttpResponse<String> call(Operation row, String suffix, @Nullable String body) {
    return fixture.call(fixture.key, row.method().name(), path(row) + suffix, body);
  }

  // spec Conventions.2, Versioning.2
  @TestFactory
  Stream<DynamicTest> an_unknown_body_field_is_refused() {
    return rows(
        TableIT::isOffered,
        row -> {
          HttpResponse<String> response = call(row, "", "{\"no_such_field\":1}");
          if (row.id().equals("signUp")) {
            return;
          }
          assertEquals("validation_error", code(response));
          assertTrue(paths(response).contains("no_such_field"), response.body());
        });
  }

  @TestFactory
  Stream<DynamicTest> an_unknown_query_parameter_is_refused() {
    return rows(
        row -> isOffered(row) && !row.is(Trait.IGNORES_UNKNOWN_QUERY),
        row -> {
          HttpResponse<String> response = call(row, "?no_such_parameter=1", null);
          assertEquals("validation_error", code(response));
          assertTrue(paths(response).contains("query.no_such_parameter"), response.body());
        });
  }

  // spec Conventions.1, ErrorCodes.22
  @TestFactory
  Stream<DynamicTest> another_media_type_is_refused() {
    return rows(
        row -> isOffered(row) && row.hasBody(),
        row -> {
          HttpResponse<String> response =
              fixture.send(
                  fixture
                      .request(path(row))
                      .header("Authorization", "Bearer " + fixture.key)
                      .header("Content-Type", "text/plain")
                      .method(row.method().name(), BodyPublishers.ofString("{}")));
          assertEquals("unsupported_media_type", code(response));
          assertEquals(415, response.statusCode());
        });
  }

  // spec Authentication.1
  @TestFactory
  Stream<DynamicTest> a_missing_key_is_unauthorized() {
    return rows(
        row -> row.access() != AccessRule.PUBLIC,
        row -> {
          HttpResponse<String> response =
              fixture.send(
                  fixture.request(path(row)).method(row.method().name(), BodyPublishers.noBody()));
          assertEquals("unauthorized", code(response));
        });
  }

  // spec ErrorCodes.14
  @TestFactory
  Stream<DynamicTest> a_method_the_path_does_not_have_is_named_with_those_it_has() {
    return rows(
        row -> true,
        row -> {
          Router.Match match =
              Objects.requireNonNull(
                  fixture.http.table().router().find(List.of(path(row).substring(1).split("/"))));
          for (HttpMethod method : HttpMethod.values()) {
            if (match.row(method.name()) == null) {
              HttpResponse<String> response =
                  fixture.call(fixture.key, method.name(), path(row), null);
              assertEquals("method_not_allowed", code(response));
              assertEquals(match.allow(), response.headers().firstValue("allow").orElse(""));
              return;
            }
          }
        });
  }

  // spec Conventions.5, Sizes.7
  @TestFactory
  Stream<DynamicTest> a_bad_limit_is_refused() {
    return rows(
        row -> isOffered(row) && row.parameters().stream().anyMatch(f -> f.name().equals("limit")),
        row -> {
          for (String limit : List.of("0", "201", "-1", "1.5", "x", "", "99999999999999999999")) {
            HttpResponse<String> response = call(row, "?limit=" + limit, null);
            assertEquals("validation_error", code(response));
            assertTrue(paths(response).contains("query.limit"), response.body());
          }
        });
  }

  // spec Conventions.5, ErrorCodes.2
  @TestFactory
  Stream<DynamicTest> a_page_token_that_is_not_ours_is_an_invalid_request() {
    return rows(
        row ->
            isOffered(row)
                && row.path().placeholders().isEmpty()
                && row.parameters().stream().anyMatch(f -> f.name().equals("page_token")),
        row -> {
          boolean searches = row.parameters().stream().anyMatch(f -> f.name().equals("q"));
          HttpResponse<String> response =
              call(row, "?page_token=pt_nonsense" + (searches ? "&q=word" : ""), null);
          assertEquals("invalid_request", code(response));
        });
  }

  // spec Authentication.4
  @TestFactory
  Stream<DynamicTest> every_permission_but_the_right_one_is_not_enough() {
    return rows(
        row -> isOffered(row) && !row.permissions().isEmpty() && hasNoRequiredField(row),
        row -> {
          Set<Permission> others = EnumSet.allOf(Permission.class);
          others.removeAll(row.permissions());
          String key = fixture.keyWith(fixture.organization(), others);
          HttpResponse<String> response =
              fixture.call(key, row.method().name(), path(row), row.hasBody() ? "{}" : null);
          String code = code(response);
          // A path that names an object that does not exist is 404 first.
          assertTrue(
              code.equals("missing_permission")
                  || (code.equals("not_found") && !row.path().placeholders().isEmpty()),
              response.body());
        });
  }

  private static boolean hasNoRequiredField(Operation row) {
    return row.body().fields().stream().noneMatch(Field::isRequired)
        && row.parameters().stream()
            .noneMatch(f -> f.isRequired() && !row.path().placeholders().contains(f.name()))
        && !row.method().equals(HttpMethod.PATCH);
  }

  // spec ErrorCodes.13
  @TestFactory
  Stream<DynamicTest> an_object_that_does_not_exist_is_not_found() {
    return rows(
        row ->
            isOffered(row)
                && row.access() != AccessRule.PUBLIC
                && namesAnObject(row)
                && hasNoRequiredField(row)
                && !row.is(Trait.REQUIRES_IDEMPOTENCY_KEY),
        row -> assertEquals("not_found", code(call(row, "", row.hasBody() ? "{}" : null))));
  }

  // spec Authentication.5, Authentication.7, ErrorCodes.6
  @TestFactory
  Stream<DynamicTest> a_human_only_operation_says_so_to_any_key() {
    return rows(
        row -> row.access() == AccessRule.HUMAN,
        row -> {
          HttpResponse<String> response = call(row, "?nonsense=1", "nonsense");
          assertEquals("human_required", code(response));
          assertEquals(403, response.statusCode());
        });
  }

  @TestFactory
  Stream<DynamicTest> a_list_without_anything_is_an_empty_page() {
    return rows(
        row ->
            isOffered(row)
                && row.method() == HttpMethod.GET
                && row.path().placeholders().isEmpty()
                && hasNoRequiredField(row),
        row -> {
          HttpResponse<String> response = call(row, "", null);
          assertEquals(200, response.statusCode(), response.body());
        });
  }
}
