package dev.agentmailbox.http.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.FieldProblems;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ShapesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Field<String> NAME = Field.of("name", Shapes.text(1, 3), "").required();
  private static final Field<Long> SIZE = Field.of("size", Shapes.count(), "").nullable();
  private static final Field<List<String>> TO = Field.of("to", Shapes.texts(Shapes.text()), "");
  private static final Field<Boolean> FLAG = Field.of("flag", Shapes.flag(), "").orElse(true);
  private static final ObjectShape THING =
      ObjectShape.closed("Thing", List.of(NAME, SIZE, TO, FLAG));

  private static @Nullable Object read(Shape<?> shape, String json, FieldProblems problems) {
    return shape.read(JSON.readTree(json), "field", problems);
  }

  private static void assertRefused(Shape<?> shape, String... values) {
    for (String json : values) {
      FieldProblems problems = new FieldProblems();
      assertNull(read(shape, json, problems), json);
      assertEquals(1, problems.all().size(), json);
    }
  }

  private static Object good(Shape<?> shape, String json) {
    FieldProblems problems = new FieldProblems();
    Object value = read(shape, json, problems);
    assertTrue(problems.isEmpty(), () -> json + ": " + problems.all());
    return Objects.requireNonNull(value);
  }

  @Test
  void a_text_is_counted_in_code_points() {
    Shape<String> shape = Shapes.text(2, 3);
    assertEquals("😀😀😀", good(shape, "\"😀😀😀\""));
    assertRefused(shape, "\"😀\"", "\"😀😀😀😀\"", "\"a\"", "\"abcd\"", "7", "[]");
  }

  @Test
  void a_pattern_holds_for_the_whole_text() {
    Shape<String> shape = Shapes.text(0, 9, "[a-z]+", "lower-case letters");
    assertEquals("abc", good(shape, "\"abc\""));
    assertRefused(shape, "\"abc1\"", "\"1abc\"", "\"abc\\n\"");
  }

  @Test
  void a_number_is_not_made_of_a_string_or_a_fraction() {
    Shape<Long> shape = Shapes.integer(1, 200);
    assertEquals(200L, good(shape, "200"));
    assertRefused(shape, "0", "201", "1.0", "\"5\"", "true", "1e2", "99999999999999999999999");
  }

  @Test
  void a_flag_is_true_or_false() {
    assertEquals(true, good(Shapes.flag(), "true"));
    assertRefused(Shapes.flag(), "\"true\"", "1", "0");
  }

  @Test
  void a_timestamp_has_an_offset_and_may_have_a_fraction() {
    Shape<Instant> shape = Shapes.timestamp();
    assertEquals(
        Instant.parse("2026-01-31T07:30:00.123Z"),
        good(shape, "\"2026-01-31T09:30:00.1239+02:00\""));
    assertRefused(
        shape,
        "\"2026-01-31T09:30:00\"",
        "\"2026-01-31\"",
        "\"now\"",
        "1767225600",
        "\"\"",
        "\"+10000-01-01T00:00:00Z\"");
  }

  @Test
  void a_choice_names_what_can_be_chosen() {
    FieldProblems problems = new FieldProblems();
    assertNull(read(Shapes.choice("a", "b"), "\"c\"", problems));
    assertEquals(List.of(new FieldProblem("field", "must be one of a, b")), problems.all());
  }

  @Test
  void a_list_tells_every_bad_item_with_its_place() {
    FieldProblems problems = new FieldProblems();
    assertNull(read(Shapes.list(Shapes.flag()), "[true,1,null,false,\"x\"]", problems));
    assertEquals(
        List.of("field[1]", "field[2]", "field[4]"),
        problems.all().stream().map(FieldProblem::path).toList());
  }

  @Test
  void a_string_alone_is_a_list_of_one_only_where_the_shape_says_so() {
    assertEquals(List.of("a"), good(Shapes.texts(Shapes.text()), "\"a\""));
    assertRefused(Shapes.list(Shapes.text()), "\"a\"");
  }

  @Test
  void a_free_object_is_bounded_in_bytes() {
    Shape<?> shape = Shapes.freeObject(20);
    assertEquals(Map.of("a", List.of(1)), good(shape, "{\"a\":[1]}"));
    assertRefused(shape, "{\"a\":\"" + "x".repeat(20) + "\"}", "[]", "\"{}\"");
  }

  @Test
  void an_object_tells_everything_that_is_wrong_at_once() {
    FieldProblems problems = new FieldProblems();
    assertNull(THING.read(JSON.readTree("{\"size\":-1,\"flag\":null,\"more\":1}"), "", problems));
    assertEquals(
        List.of("size", "flag", "more", "name"),
        problems.all().stream().map(FieldProblem::path).toList());
  }

  @Test
  void absent_null_and_given_are_told_apart() {
    Input absent = (Input) good(THING, "{\"name\":\"a\"}");
    assertTrue(!absent.has(SIZE) && !absent.isNull(SIZE) && absent.get(FLAG));
    Input cleared = (Input) good(THING, "{\"name\":\"a\",\"size\":null}");
    assertTrue(cleared.has(SIZE) && cleared.isNull(SIZE) && cleared.find(SIZE).isEmpty());
    Input given = (Input) good(THING, "{\"name\":\"a\",\"size\":7,\"flag\":false}");
    assertTrue(given.get(SIZE) == 7 && !given.get(FLAG));
  }

  @Test
  void problems_are_bounded_in_number_and_length() {
    FieldProblems problems = new FieldProblems();
    for (int i = 0; i < 1000; i++) {
      problems.add("x".repeat(5000), "is wrong");
    }
    assertEquals(FieldProblems.MAX_PROBLEMS, problems.all().size());
    assertTrue(problems.all().get(0).path().length() <= FieldProblems.MAX_PATH_CHARACTERS + 1);
  }

  @Test
  void two_different_objects_may_not_share_a_name() {
    Components components = Components.openApi();
    ObjectShape.open("Same", List.of(NAME)).schema(components);
    ObjectShape other = ObjectShape.open("Same", List.of(SIZE));
    assertThrows(IllegalStateException.class, () -> other.schema(components));
  }

  static List<Shape<?>> shapes() {
    return List.of(
        Shapes.text(),
        Shapes.text(2, 3),
        Shapes.text(0, 9, "[a-z]+", "letters"),
        Shapes.integer(1, 200),
        Shapes.count(),
        Shapes.number(),
        Shapes.flag(),
        Shapes.choice("a", "b"),
        Shapes.list(Shapes.text(), 1, 2),
        Shapes.texts(Shapes.text()),
        Shapes.freeObject(1000),
        Shapes.map(Shapes.flag()),
        THING);
  }

  /** What the schema says and what the reader does must be the same, value by value. */
  @ParameterizedTest
  @MethodSource("shapes")
  void the_schema_says_what_the_reader_does(Shape<?> shape) {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(shape.schema(Components.inline()).toString());
    for (String json :
        List.of(
            "\"a\"",
            "\"ab\"",
            "\"abc\"",
            "\"abcd\"",
            "\"A1\"",
            "\"\"",
            "\"😀😀\"",
            "0",
            "1",
            "200",
            "201",
            "-1",
            "1.5",
            "true",
            "[]",
            "[\"a\"]",
            "[\"a\",\"b\"]",
            "[\"a\",\"b\",\"c\"]",
            "[1]",
            "[null]",
            "{}",
            "{\"a\":true}",
            "{\"a\":1}",
            "{\"name\":\"a\"}",
            "{\"name\":\"a\",\"size\":null}",
            "{\"name\":\"a\",\"to\":\"x\"}",
            "{\"name\":\"a\",\"to\":[\"x\"]}",
            "{\"name\":\"a\",\"more\":1}")) {
      FieldProblems problems = new FieldProblems();
      JsonNode node = JSON.readTree(json);
      shape.read(node, "", problems);
      assertEquals(
          schema.validate(json, InputFormat.JSON).isEmpty(),
          problems.isEmpty(),
          shape + " " + json);
    }
  }
}
