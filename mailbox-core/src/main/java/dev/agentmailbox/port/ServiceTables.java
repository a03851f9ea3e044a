package dev.agentmailbox.port;

import static dev.agentmailbox.port.table.Column.coded;
import static dev.agentmailbox.port.table.Column.text;
import static dev.agentmailbox.port.table.Column.time;
import static dev.agentmailbox.port.table.Columns.columns;

import dev.agentmailbox.port.ConnectionLeaseStore.ConnectionLease;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.TableSpec;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables that all features share. */
public final class ServiceTables {
  /** A setting of the whole service. */
  public record Setting(String name, String value) {}

  /** Settings of the whole service. */
  public static final TableSpec<Setting> SETTINGS =
      columns(Setting::new, text("name", Setting::name), text("setting_value", Setting::value))
          .table("setting", "name");

  /** The registration of a process that has live connections. */
  public record Node(String name, Instant leaseUntil) {}

  public static final Index<Node> NODES_BY_LEASE = Index.list("", "lease_until, node");

  /** Processes with live connections. */
  public static final TableSpec<Node> NODES =
      columns(Node::new, text("node", Node::name), time("lease_until", Node::leaseUntil))
          .table("live_node", "node")
          .list(NODES_BY_LEASE);

  public static final Index<ConnectionLease> LEASES_OF_ORGANIZATION =
      Index.list("org_id", "place_id");
  public static final Index<ConnectionLease> LEASES_OF_NODE =
      Index.list("node", "org_id, place_id");

  /** Live connections, by organization and id. */
  public static final TableSpec<ConnectionLease> LEASES =
      columns(
              ConnectionLease::new,
              text("org_id", ConnectionLease::organizationId),
              text("key_id", ConnectionLease::keyId),
              text("node", ConnectionLease::node),
              text("place_id", ConnectionLease::id))
          .table("live_place", "org_id, place_id")
          .list(LEASES_OF_ORGANIZATION)
          .list(LEASES_OF_NODE);

  /**
   * When a limited action happened.
   *
   * @param name of the limit, with the caller or address it counts
   * @param moments oldest first, at most as many as the limit allows
   * @param expiresAt end of the window of the newest moment
   */
  public record RateLimit(String name, List<Instant> moments, Instant expiresAt) {
    public RateLimit {
      moments = List.copyOf(moments);
    }
  }

  public static final Index<RateLimit> RATE_LIMIT_EXPIRY = Index.list("", "expires_at, limit_name");

  /** Moments of rate-limited actions, by name; a limit reads, decides and writes behind a lock. */
  public static final TableSpec<RateLimit> RATE_LIMITS =
      columns(
              RateLimit::new,
              text("limit_name", RateLimit::name),
              coded("moments", RateLimit::moments, ServiceTables::write, ServiceTables::read),
              time("expires_at", RateLimit::expiresAt))
          .table("limited_moment", "limit_name")
          .list(RATE_LIMIT_EXPIRY);

  private ServiceTables() {}

  private static String write(List<Instant> moments) {
    return moments.stream()
        .map(moment -> Long.toString(moment.toEpochMilli()))
        .collect(Collectors.joining(" "));
  }

  private static List<Instant> read(String text) {
    return Stream.of(text.split(" "))
        .filter(millis -> !millis.isEmpty())
        .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)))
        .toList();
  }
}
