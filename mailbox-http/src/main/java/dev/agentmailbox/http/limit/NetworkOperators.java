package dev.agentmailbox.http.limit;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Who runs the network an address is in, by a table of prefixes; the longest one wins. An address
 * that no prefix covers counts with the block around it: an IPv4 /16 or an IPv6 /32.
 *
 * <p>Immutable and thread safe.
 */
public final class NetworkOperators {
  /** Nobody is known; neighbouring networks count together. */
  public static final NetworkOperators NONE = new NetworkOperators(Map.of());

  /** Most prefixes of a table: more than are announced on the whole network. */
  public static final int MAX_PREFIXES = 2_000_000;

  private static final int IPV4_BYTES = 4;

  private final Map<AddressRange, String> operators;
  private final TreeSet<Integer> lengths = new TreeSet<>(Comparator.reverseOrder());

  private NetworkOperators(Map<AddressRange, String> operators) {
    this.operators = operators;
    operators.keySet().forEach(range -> lengths.add(range.prefixLength()));
  }

  /**
   * Reads a table.
   *
   * @param lines each a prefix, blanks, and the operator's name, for example {@code 192.0.2.0/24
   *     AS64500}; empty lines and those that begin with {@code #} are left out
   * @throws IllegalArgumentException names the line that cannot be read, or there are too many
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

  /** The operator of an address, by a stable name. */
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
