package dev.agentmailbox.http.table;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Routes paths through a tree of segments; literals take precedence over parameters, and parameters
 * over {@code {rest...}}. Expects split and decoded segments.
 *
 * <p>Immutable once built, and thread safe.
 */
public final class Router {
  private final Node root = new Node();

  Router(List<Operation> operations) {
    operations.forEach(this::add);
  }

  private void add(Operation operation) {
    Node node = root;
    for (PathTemplate.Segment segment : operation.path().segments()) {
      if (segment.kind() == PathTemplate.Kind.REST) {
        node.rest = node.rest == null ? new Node() : node.rest;
        node = node.rest;
      } else if (segment.kind() == PathTemplate.Kind.LITERAL) {
        node = node.literals.computeIfAbsent(segment.name(), name -> new Node());
      } else {
        node.placeholder = node.placeholder == null ? new Node() : node.placeholder;
        node.placeholder.allowsSlash |= segment.allowsSlash();
        node = node.placeholder;
      }
    }
    Operation other = node.rows.putIfAbsent(operation.method(), operation);
    if (other != null) {
      throw new IllegalStateException(
          "two rows on one route: " + other.id() + " and " + operation.id());
    }
  }

  /** The match of a path; null when there is none. */
  public @Nullable Match find(List<String> segments) {
    String[] values = new String[segments.size()];
    return find(root, segments, 0, values, 0);
  }

  private static @Nullable Match find(
      Node node, List<String> segments, int depth, String[] values, int count) {
    if (depth == segments.size()) {
      if (!node.rows.isEmpty()) {
        return node.match(values, count);
      }
    } else {
      String segment = segments.get(depth);
      Node literal = node.literals.get(segment);
      Match match = literal == null ? null : find(literal, segments, depth + 1, values, count);
      if (match != null) {
        return match;
      }
      Node placeholder = node.placeholder;
      if (placeholder != null
          && !segment.isEmpty()
          && (placeholder.allowsSlash || segment.indexOf('/') < 0)) {
        values[count] = segment;
        match = find(placeholder, segments, depth + 1, values, count + 1);
        if (match != null) {
          return match;
        }
      }
    }
    return node.rest == null ? null : node.rest.match(values, count);
  }

  /**
   * A matching path.
   *
   * @param values of the path parameters from left to right
   * @param allow the value of the {@code Allow} header
   */
  public record Match(Map<HttpMethod, Operation> rows, List<String> values, String allow) {
    /** The row for a method; HEAD is treated as GET. Null when the path has none. */
    public @Nullable Operation row(String method) {
      return switch (method) {
        case "GET", "HEAD" -> rows.get(HttpMethod.GET);
        case "POST" -> rows.get(HttpMethod.POST);
        case "PUT" -> rows.get(HttpMethod.PUT);
        case "PATCH" -> rows.get(HttpMethod.PATCH);
        case "DELETE" -> rows.get(HttpMethod.DELETE);
        default -> null;
      };
    }
  }

  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private final Map<HttpMethod, Operation> rows = new EnumMap<>(HttpMethod.class);
    private @Nullable Node placeholder;
    private @Nullable Node rest;
    private boolean allowsSlash;

    private Match match(String[] values, int count) {
      List<String> found = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        found.add(values[i]);
      }
      return new Match(rows, found, allow());
    }

    private String allow() {
      StringJoiner allow = new StringJoiner(", ");
      for (HttpMethod method : rows.keySet()) {
        allow.add(method.name());
        if (method == HttpMethod.GET) {
          allow.add("HEAD");
        }
      }
      return allow.toString();
    }
  }
}
