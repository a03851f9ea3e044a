package dev.agentmailbox.http.audit;

import dev.agentmailbox.audit.AuditEntry;
import dev.agentmailbox.audit.AuditHead;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks an export of an audit trail without a server. Finds every entry that was changed, left
 * out, repeated or moved. Two things it cannot know: whether the oldest entries have expired or
 * were cut off, and whether the trail was rewritten from some entry on or shortened. For the latter
 * give it heads that were noted elsewhere: each is the hash of an entry that must still be there.
 */
public final class AuditVerifier {
  private @Nullable AuditEntry first;
  private @Nullable AuditEntry last;
  private final Set<String> missing;
  private boolean hasHead;

  private AuditVerifier(Collection<String> noted) {
    missing = new LinkedHashSet<>(noted);
  }

  /**
   * The result.
   *
   * @param first sequence of the first entry; above 1 when older ones have expired
   * @param last sequence of the last entry
   * @param head hash of the last entry
   */
  public record Verified(long first, long last, String head) {}

  /** What is wrong with an export, and where. */
  public static final class FaultException extends Exception {
    private static final long serialVersionUID = 1;

    FaultException(long line, String fault) {
      super("line " + line + ": " + fault);
    }
  }

  /**
   * Reads an export to its end.
   *
   * @param noted heads of earlier exports or of mailed notices
   * @throws FaultException the first fault
   */
  public static Verified verify(BufferedReader lines, Collection<String> noted)
      throws IOException, FaultException {
    AuditVerifier verifier = new AuditVerifier(noted);
    long number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      Optional<String> fault = verifier.check(line);
      if (fault.isPresent()) {
        throw new FaultException(number, fault.get());
      }
    }
    if (!verifier.hasHead || verifier.first == null || verifier.last == null) {
      throw new FaultException(number + 1, "the export is cut off: its last line must be the head");
    }
    if (!verifier.missing.isEmpty()) {
      throw new FaultException(
          number,
          "no entry has the noted hash "
              + verifier.missing.iterator().next()
              + ": the trail was rewritten or cut off since, or the entry has expired");
    }
    return new Verified(verifier.first.sequence(), verifier.last.sequence(), verifier.last.hash());
  }

  private Optional<String> check(String line) {
    if (hasHead) {
      return Optional.of("there is something after the head");
    }
    if (AuditLines.isHead(line)) {
      hasHead = true;
      return last != null && AuditLines.write(AuditHead.of(last)).equals(line)
          ? Optional.empty()
          : Optional.of("the head is not that of the entry before");
    }
    try {
      return check(AuditLines.read(line));
    } catch (IllegalArgumentException unreadable) {
      return Optional.of(String.valueOf(unreadable.getMessage()));
    }
  }

  private Optional<String> check(AuditEntry entry) {
    AuditEntry before = last;
    last = entry;
    missing.remove(entry.hash());
    if (!entry.hash().equals(entry.computeHash())) {
      return Optional.of("entry " + entry.sequence() + " was changed: its hash is another");
    }
    if (before == null) {
      first = entry;
      boolean begins = entry.previousHash().equals(AuditEntry.NO_HASH);
      return begins == (entry.sequence() == 1)
          ? Optional.empty()
          : Optional.of("entry " + entry.sequence() + " cannot be the first");
    }
    if (!entry.organizationId().equals(before.organizationId())) {
      return Optional.of("entry " + entry.sequence() + " is of another organization");
    }
    if (entry.sequence() != before.sequence() + 1) {
      return Optional.of(
          "after entry %d comes entry %d".formatted(before.sequence(), entry.sequence()));
    }
    return entry.previousHash().equals(before.hash())
        ? Optional.empty()
        : Optional.of("entry " + entry.sequence() + " does not follow the one before");
  }
}
