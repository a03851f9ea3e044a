package dev.agentmailbox.http.docs.examples;

import dev.agentmailbox.http.TestServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replaces what is random in an answer by what is the same in every run: the same value by the same
 * value. No secret of a real server gets into an example.
 */
final class Stable {
  private static final String LETTERS = "abcdefghjkmnpqrstvwxyz";

  /** Longer random values are cut: signatures differ in length. */
  private static final int LONGEST_RANDOM = 43;

  private static final int ID_TAIL = 7;

  /** Members that depend on how fast the server is. */
  private static final Map<String, Integer> MEASURED = Map.of("duration_ms", 84, "api_calls", 126);

  /** Members that are always random, also those without a digit. */
  private static final Set<String> RANDOM_MEMBERS =
      Set.of("prefix", "first_group", "challenge", "rawId", "signature", "userHandle");

  /** Characters of a group of a code for humans. */
  private static final int GROUP = 4;

  private static final Pattern ID = Pattern.compile("\\b([a-z]{2,4}_[0-9a-z]{9})[0-9a-z]{7}\\b");
  private static final Pattern CODE = Pattern.compile("\\b(MBX-)?[0-9A-Z]{4}-[0-9A-Z]{4}\\b");
  private static final Pattern SECRET = Pattern.compile("\\bwhsec_[A-Za-z0-9+/=]+");
  private static final Pattern KEY = Pattern.compile("\\bsk_[0-9A-Za-z]+_[0-9A-Za-z]+");
  private static final Pattern DIGITS = Pattern.compile("^\\d{6}$");
  private static final Pattern RANDOM =
      Pattern.compile(
          "(?<![\\w.@-])(?:(?=[A-Za-z_-]*\\d)(?=[\\d_-]*[A-Za-z])[\\w-]{20,}|[\\w-]{40,})={0,2}");

  private final Map<String, String> known = new HashMap<>();
  private final Map<String, Integer> seen = new HashMap<>();
  private int ids;

  /** A copy without random values. */
  JsonNode copy(JsonNode node) {
    return copy("", node);
  }

  private JsonNode copy(String name, JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copied = TestServer.JSON.createObjectNode();
      List<String> names = new ArrayList<>(object.propertyNames());
      names.forEach(member -> copied.set(member, copy(member, object.get(member))));
      return copied;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copied = TestServer.JSON.createArrayNode();
      array.forEach(item -> copied.add(copy(name, item)));
      return copied;
    }
    if (MEASURED.containsKey(name) && (name.equals("duration_ms") || node.asInt(0) > 0)) {
      return TestServer.JSON.valueToTree(MEASURED.get(name));
    }
    return node.isString() ? TestServer.JSON.valueToTree(text(name, node.stringValue())) : node;
  }

  private String text(String name, String value) {
    if (RANDOM_MEMBERS.contains(name) || isCredential(name, value)) {
      return known(value, one -> alike(name, one));
    }
    String text = ID.matcher(value).replaceAll(id -> known(id.group(), one -> numbered(id)));
    text = CODE.matcher(text).replaceAll(code -> known(code.group(), one -> code(name, one)));
    text = SECRET.matcher(text).replaceAll(one -> "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    text = KEY.matcher(text).replaceAll(one -> "sk_k7m2q9xw_EXAMPLEexampleEXAMPLEexampleEXAMPLE");
    text = DIGITS.matcher(text).replaceAll("482915");
    return RANDOM
        .matcher(text)
        .replaceAll(
            one ->
                isReplaced(one.group())
                    ? one.group()
                    : known(one.group(), value1 -> alike(name, value1)));
  }

  private static boolean isCredential(String name, String value) {
    return name.equals("id")
        && value.length() > "localhost".length()
        && !ID.matcher(value).matches();
  }

  private static boolean isReplaced(String text) {
    return text.startsWith("whsec_") || text.startsWith("sk_") || ID.matcher(text).matches();
  }

  private String known(String value, Function<String, String> make) {
    String made = known.get(value);
    if (made == null) {
      made = make.apply(value);
      known.put(value, made);
    }
    return made;
  }

  private String numbered(MatchResult id) {
    String tail = String.valueOf(++ids);
    return id.group(1) + "0".repeat(ID_TAIL - tail.length()) + tail;
  }

  private String code(String name, String value) {
    int groups = value.startsWith("MBX-") ? "MBX-".length() : 0;
    String first = known(value.substring(groups, groups + GROUP), one -> alike(name, one));
    return value.substring(0, groups)
        + first
        + "-"
        + alike(name, value.substring(groups + GROUP + 1));
  }

  /** Letters instead of a random value: the same for the same place, whatever comes before. */
  private String alike(String name, String value) {
    Random random = new Random((name + seen.merge(name, 1, Integer::sum)).hashCode());
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(value.length(), LONGEST_RANDOM); i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return !name.equals("prefix") && value.equals(value.toUpperCase(Locale.ROOT))
        ? text.toString().toUpperCase(Locale.ROOT)
        : text.toString();
  }
}
