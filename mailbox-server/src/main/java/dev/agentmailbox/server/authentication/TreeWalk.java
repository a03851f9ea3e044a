package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.authentication.DmarcRecord.PublicSuffix;
import dev.agentmailbox.server.dns.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The DNS tree walk from a name to its top-level domain (RFC 9989 section 4.10), which determines
 * the organizational domain without a public suffix list.
 *
 * @param start the name it started at
 * @param records nearest first
 * @param failed whether a lookup failed
 */
record TreeWalk(String start, List<DmarcRecord> records, boolean failed) {
  /** Longer names are shortened to this many labels first. */
  private static final int MAX_LABELS = 7;

  TreeWalk {
    records = List.copyOf(records);
  }

  static TreeWalk from(String start, Lookups lookups) {
    List<String> labels = Domains.labels(start);
    List<DmarcRecord> records = new ArrayList<>();
    boolean failed = false;
    int length = labels.size();
    while (length > 0) {
      String name = Domains.last(labels, length);
      Lookups.Answer answer = lookups.ask("_dmarc." + name, RecordType.TXT);
      failed |= answer.failed();
      Optional<DmarcRecord> found = DmarcRecord.of(name, answer.values());
      found.ifPresent(records::add);
      if (found.isPresent() && found.get().publicSuffix() != PublicSuffix.UNSAID) {
        break;
      }
      length = Math.min(length - 1, MAX_LABELS);
    }
    return new TreeWalk(start, records, failed);
  }

  /** The record of the name itself. */
  Optional<DmarcRecord> own() {
    return at(start);
  }

  Optional<DmarcRecord> at(String name) {
    return records.stream().filter(found -> found.name().equals(name)).findFirst();
  }

  /** The record of the public suffix above, if it declares itself one. */
  Optional<DmarcRecord> suffix() {
    return records.stream().filter(f -> f.publicSuffix() == PublicSuffix.YES).findFirst();
  }

  /** RFC 9989 section 4.10.2. */
  String organization() {
    if (records.isEmpty()) {
      return start;
    }
    DmarcRecord last = records.get(records.size() - 1);
    if (last.publicSuffix() == PublicSuffix.YES && !last.name().equals(start)) {
      List<String> labels = Domains.labels(start);
      return Domains.last(labels, Domains.labels(last.name()).size() + 1);
    }
    return last.name();
  }
}
