package dev.agentmailbox.http.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OperationTableTest {
  private static OperationBuilder row(String id, String path) {
    return Operation.get(id, path).tag("Test").summary("A row.").answersNoContent("Done.");
  }

  private static Operation done(OperationBuilder row) {
    return row.handledBy(call -> Response.noContent());
  }

  private static void assertWrong(String fault, Operation... rows) {
    IllegalStateException wrong =
        assertThrows(IllegalStateException.class, () -> new OperationTable(List.of(rows)));
    assertTrue(String.valueOf(wrong.getMessage()).contains(fault), wrong.getMessage());
  }

  @Test
  void two_rows_on_one_route_stop_the_start() {
    assertWrong("two rows on one route", done(row("a", "/v0/x")), done(row("b", "/v0/x")));
  }

  @Test
  void placeholders_of_other_names_are_the_same_route() {
    Field<String> one = Field.path("one", "");
    Field<String> two = Field.path("two", "");
    assertWrong(
        "two rows on one route",
        done(row("a", "/v0/{one}").field(one)),
        done(row("b", "/v0/{two}").field(two)));
  }

  @Test
  void a_path_field_without_placeholder_stops_the_start() {
    assertWrong(
        "no path parameter for field x", done(row("a", "/v0/y").field(Field.path("x", ""))));
  }

  @Test
  void a_placeholder_without_field_stops_the_start() {
    assertWrong("no field for path parameters [x]", done(row("a", "/v0/{x}")));
  }

  @Test
  void ids_and_tools_are_unique() {
    assertWrong("its id is not unique", done(row("a", "/v0/x")), done(row("a", "/v0/y")));
    assertWrong(
        "its tool name is not unique",
        done(row("a", "/v0/x").tool("t")),
        done(row("b", "/v0/y").tool("t")));
  }

  @Test
  void a_name_may_not_stand_in_two_places() {
    assertWrong(
        "two fields are named x",
        done(
            row("a", "/v0/{x}")
                .field(Field.path("x", ""))
                .field(Field.query("x", Shapes.text(), ""))));
  }

  @Test
  void a_row_without_handler_answer_or_summary_stops_the_start() {
    assertWrong("it has no handler", row("a", "/v0/x").build());
    assertWrong(
        "it has no answer",
        Operation.get("a", "/v0/x").summary("s").handledBy(call -> Response.noContent()));
    assertWrong(
        "it has no summary",
        Operation.get("a", "/v0/x").answersNoContent("").handledBy(call -> Response.noContent()));
  }

  @Test
  void every_fault_is_told_at_once() {
    IllegalStateException wrong =
        assertThrows(
            IllegalStateException.class,
            () ->
                new OperationTable(
                    List.of(
                        row("a", "/v0/x").build(),
                        done(
                            row("b", "/v0/y")
                                .access(AccessRule.PUBLIC)
                                .permission(Permission.INBOX_READ)))));
    assertTrue(String.valueOf(wrong.getMessage()).matches("(?s).*\\(a\\).*\\(b\\).*"));
  }

  @Test
  void malformed_paths_are_refused() {
    for (String path : List.of("v0", "/v0//x", "/v0/{X}", "/v0/{x", "/{rest...}/x", "/a b")) {
      assertThrows(IllegalStateException.class, () -> PathTemplate.parse(path), path);
    }
  }

  private static Router router() {
    Field<String> inbox = Field.path("inbox_id", "");
    return new OperationTable(
            List.of(
                done(row("list", "/v0/inboxes")),
                done(row("search", "/v0/inboxes/search")),
                done(row("get", "/v0/inboxes/{inbox_id}").field(inbox)),
                done(row("threads", "/v0/inboxes/{inbox_id}/threads").field(inbox)),
                done(row("entry", "/v0/lists/{entry}").field(Field.path("entry", ""))),
                done(row("rest", "/v0/domains/{rest...}").with(Trait.HIDDEN))))
        .router();
  }

  private static String find(String... segments) {
    Router.Match match = router().find(List.of(segments));
    return match == null ? "" : Objects.requireNonNull(match.row("GET")).id() + match.values();
  }

  @Test
  void a_literal_wins_over_a_placeholder_and_gives_way_where_it_leads_nowhere() {
    assertEquals("list[]", find("v0", "inboxes"));
    assertEquals("search[]", find("v0", "inboxes", "search"));
    assertEquals("get[a@b]", find("v0", "inboxes", "a@b"));
    assertEquals("threads[search]", find("v0", "inboxes", "search", "threads"));
  }

  @Test
  void empty_segments_and_slashes_are_no_values() {
    assertEquals("", find("v0", "inboxes", ""));
    assertEquals("", find("v0", "inboxes", "a/b"));
    assertEquals("entry[a/b]", find("v0", "lists", "a/b"));
    assertEquals("", find("v0"));
    assertEquals("", find());
  }

  @Test
  void a_rest_takes_everything_below_and_nothing_beside() {
    assertEquals("rest[]", find("v0", "domains"));
    assertEquals("rest[]", find("v0", "domains", "a", "b"));
    assertEquals("", find("v0", "domainsx"));
  }

  @Test
  void head_follows_get_and_other_methods_are_named() {
    Router.Match match = Objects.requireNonNull(router().find(List.of("v0", "inboxes")));
    assertNotNull(match.row("HEAD"));
    assertNull(match.row("POST"));
    assertNull(match.row("BREW"));
    assertEquals("GET, HEAD", match.allow());
  }
}
