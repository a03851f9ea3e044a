package dev.agentmailbox.server.authentication;

import dev.agentmailbox.message.Authentication.SignatureCheck;
import dev.agentmailbox.server.dkim.CanonicalBody;
import dev.agentmailbox.server.dkim.CanonicalBody.Form;
import dev.agentmailbox.server.dkim.HeaderLines;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * DKIM (RFC 6376, RFC 8301, RFC 8463): every signature of a message, each evaluated separately. The
 * library parses tags; which signatures count is decided here, because the library accepts SHA-1,
 * short keys and partial bodies, and does not support Ed25519. The message is read once, regardless
 * of the number of signatures.
 */
final class Dkim {
  /** Maximum signatures verified; each costs a DNS query. */
  static final int MAX_SIGNATURES = 10;

  private static final int CHUNK = 16 * 1024;

  private final Clock clock;

  Dkim(Clock clock) {
    this.clock = clock;
  }

  /**
   * The result.
   *
   * @param verdict pass when one signature passed, else the best of the others; none without any
   */
  record Result(String verdict, List<SignatureCheck> checks) {
    /** Domains of the signatures with that result. */
    List<String> domains(String result) {
      return checks.stream()
          .filter(check -> check.result().equals(result))
          .map(check -> check.domain().toLowerCase(Locale.ROOT))
          .toList();
    }
  }

  /**
   * Verifies the signatures of a message.
   *
   * @param body what follows the header; read at most once
   * @param authors domains whose signatures come first
   */
  Result verify(HeaderLines header, InputStream body, List<String> authors, Lookups lookups)
      throws IOException {
    List<DkimSignature> candidates = new ArrayList<>();
    for (HeaderLines.Field field : header.named("dkim-signature")) {
      candidates.add(new DkimSignature(field));
    }
    if (candidates.isEmpty()) {
      return new Result("none", List.of());
    }
    List<DkimSignature> order = new ArrayList<>(candidates);
    order.sort(Comparator.comparingInt(candidate -> candidate.distance(authors)));
    order.stream().skip(MAX_SIGNATURES).forEach(left -> left.refuse("permerror", "too_many"));
    order.forEach(candidate -> candidate.look(header, lookups, clock.instant().getEpochSecond()));
    hashBodies(body, order);
    List<SignatureCheck> checks = candidates.stream().map(DkimSignature::check).toList();
    return new Result(verdict(checks), checks);
  }

  private static String verdict(List<SignatureCheck> checks) {
    for (String best : List.of("pass", "temperror", "fail")) {
      if (checks.stream().anyMatch(check -> check.result().equals(best))) {
        return best;
      }
    }
    return "permerror";
  }

  private static void hashBodies(InputStream body, List<DkimSignature> candidates)
      throws IOException {
    Map<Form, CanonicalBody> bodies = new EnumMap<>(Form.class);
    for (DkimSignature candidate : candidates) {
      candidate.bodyForm().ifPresent(form -> bodies.computeIfAbsent(form, CanonicalBody::new));
    }
    if (bodies.isEmpty()) {
      return;
    }
    byte[] chunk = new byte[CHUNK];
    for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
      for (CanonicalBody canonical : bodies.values()) {
        canonical.write(chunk, 0, n);
      }
    }
    Map<Form, byte[]> digests = new EnumMap<>(Form.class);
    bodies.forEach((form, canonical) -> digests.put(form, canonical.finish()));
    candidates.forEach(candidate -> candidate.compare(digests));
  }
}
