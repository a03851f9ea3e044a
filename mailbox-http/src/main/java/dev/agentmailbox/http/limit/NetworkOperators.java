package dev.agentmailbox.http.limit;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Maps addresses to network operators by longest-prefix match. An address without a match is
 * grouped with its block: an IPv4 /16 or an IPv6 /32.
 *
 * <p>Immutable and thread safe.
 */
public final class NetworkOperators {
  /** An empty table: addresses are grouped by block only. */
  public static final NetworkOperators NONE = new NetworkOperators(Map.of());

  /** Maximum number of prefixes: more than the global routing table has. */
  public static final int MAX_PREFIXES = 2_000_000;

  private static final int IPV4_BYTES = 4;

  private final Map<AddressRange, String> operators;
  private final TreeSet<Integer> lengths = new TreeSet<>(Comparator.reverseOrder());

  private NetworkOperators(Map<AddressRange, String> operators) {
    this.operators = operators;
    operators.keySet().forEach(range -> lengths.add(range.prefixLength()));
  }

  /**
   * Parses a table.
   *
   * @param lines prefix, blanks and operator name, for example {@code 192.0.2.0/24 AS64500}; empty
   *     lines and lines starting with {@code #} are ignored
   * @throws IllegalArgumentException for a malformed line, which the message names, or too many
   *     lines
   */
  public static NetworkOperators of(List<String> lines) {
    Map<AddressRange, String> operators = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\s+", 2);
      if (parts.length < 2 || operators.size() >= MAX_PREFIXES) {
        throw new IllegalArgumentException("line " + (i + 1) + ": no operator, or too many lines");
      }
      operators.put(range(parts[0], i + 1), parts[1]);
    }
    return new NetworkOperators(operators);
  }

  private static AddressRange range(String text, int line) {
    try {
      return AddressRange.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("line " + line + ": not an address range", e);
    }
  }

  /** A stable name for the operator of an address. */
  public String of(InetAddress address) {
    int bits = address.getAddress().length * Byte.SIZE;
    for (int length : lengths) {
      String operator = length > bits ? null : operators.get(AddressRange.around(address, length));
      if (operator != null) {
        return operator;
      }
    }
    boolean ipv4 = address.getAddress().length == IPV4_BYTES;
    return AddressRange.around(address, ipv4 ? 16 : 32).toString();
  }
}
