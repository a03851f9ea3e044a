package dev.agentmailbox.server.authentication;

import dev.agentmailbox.port.SenderAuthentication.Requested;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One DMARC record (RFC 9989 section 4.7). Unknown tags are ignored; invalid values count as
 * absent.
 *
 * @param name where it was found, without {@code _dmarc.}
 */
record DmarcRecord(String name, Map<String, String> tags) {
  private static final String VERSION = "DMARC1";

  DmarcRecord {
    tags = Map.copyOf(tags);
  }

  /** The public suffix flag of a record. */
  enum PublicSuffix {
    YES,
    NO,
    UNSAID
  }

  /** The single record among TXT values; several count as none (RFC 9989 section 4.10). */
  static Optional<DmarcRecord> of(String name, List<String> texts) {
    List<DmarcRecord> records =
        texts.stream().map(text -> parse(name, text)).flatMap(Optional::stream).toList();
    return records.size() == 1 ? Optional.of(records.get(0)) : Optional.empty();
  }

  private static Optional<DmarcRecord> parse(String name, String text) {
    Map<String, String> tags = new HashMap<>();
    boolean first = true;
    for (String part : text.split(";", -1)) {
      int equals = part.indexOf('=');
      String tag = equals < 0 ? "" : part.substring(0, equals).strip();
      String value = equals < 0 ? "" : part.substring(equals + 1).strip();
      if (first && !(tag.equals("v") && value.equals(VERSION))) {
        return Optional.empty();
      }
      first = false;
      tags.putIfAbsent(tag.toLowerCase(Locale.ROOT), value);
    }
    return Optional.of(new DmarcRecord(name, tags));
  }

  PublicSuffix publicSuffix() {
    return switch (value("psd")) {
      case "y" -> PublicSuffix.YES;
      case "n" -> PublicSuffix.NO;
      default -> PublicSuffix.UNSAID;
    };
  }

  boolean strictDkim() {
    return value("adkim").equals("s");
  }

  boolean strictSpf() {
    return value("aspf").equals("s");
  }

  /** Whether DMARC applies: with a policy or a report address. */
  boolean applies() {
    return policy("p") != null || value("rua").matches("[a-z][a-z0-9+.-]*:.+");
  }

  /** For the domain of the record. */
  Requested forItself() {
    return asTested(policy("p"));
  }

  /** For existing subdomains. */
  Requested forSubdomain() {
    Requested own = policy("sp");
    return asTested(own == null ? policy("p") : own);
  }

  /** For non-existent subdomains. */
  Requested forMissing() {
    Requested own = policy("np");
    return own == null ? forSubdomain() : asTested(own);
  }

  /** {@code t=y} lowers the policy by one step (RFC 9989 section 4.7). */
  private Requested asTested(@Nullable Requested policy) {
    Requested wanted = policy == null ? Requested.NOTHING : policy;
    if (!value("t").equals("y")) {
      return wanted;
    }
    return wanted == Requested.REJECT ? Requested.QUARANTINE : Requested.NOTHING;
  }

  private @Nullable Requested policy(String tag) {
    return switch (value(tag)) {
      case "none" -> Requested.NOTHING;
      case "quarantine" -> Requested.QUARANTINE;
      case "reject" -> Requested.REJECT;
      default -> null;
    };
  }

  private String value(String tag) {
    return tags.getOrDefault(tag, "").toLowerCase(Locale.ROOT);
  }
}
