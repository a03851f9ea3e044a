package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.james.jspf.core.DNSRequest;
import org.apache.james.jspf.core.DNSService;
import org.apache.james.jspf.core.exceptions.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The DNS of one SPF check at a time, with the limits of RFC 7208 section 4.6.4 that the library
 * does not enforce: more than two void lookups, or more than ten mail exchangers, are a permanent
 * error. Belongs to one thread at a time.
 */
final class SpfNames implements DNSService {
  private static final int MAX_VOID = 2;
  private static final int MAX_EXCHANGERS = 10;

  /** PTR records evaluated; more are ignored (RFC 7208 section 4.6.4). */
  private static final int MAX_POINTERS = 10;

  private Lookups lookups;
  private int voids;
  private boolean brokePolicy;
  private boolean hasFailedLookup;

  SpfNames(Lookups lookups) {
    this.lookups = lookups;
  }

  /** Starts the next check. */
  void begin(Lookups next) {
    lookups = next;
    voids = 0;
    brokePolicy = false;
    hasFailedLookup = false;
  }

  /** Whether the policy exceeded a limit. */
  boolean brokePolicy() {
    return brokePolicy;
  }

  /** Whether an address lookup failed; the library treats that as "no such address". */
  boolean hasFailedLookup() {
    return hasFailedLookup;
  }

  @Override
  public @Nullable List<String> getRecords(DNSRequest request) throws TimeoutException {
    RecordType type =
        switch (request.getRecordType()) {
          case DNSRequest.A -> RecordType.A;
          case DNSRequest.AAAA -> RecordType.AAAA;
          case DNSRequest.MX -> RecordType.MX;
          case DNSRequest.PTR -> RecordType.PTR;
          case DNSRequest.TXT -> RecordType.TXT;
          // The SPF record type is obsolete (RFC 7208 section 3.1), but the library queries it.
          default -> null;
        };
    if (type == null || brokePolicy) {
      return null;
    }
    Lookups.Answer answer = lookups.ask(withoutDot(request.getHostname()), type);
    if (answer.failed()) {
      hasFailedLookup |= type == RecordType.A;
      throw new TimeoutException("no answer");
    }
    return limited(answer.values(), type);
  }

  private @Nullable List<String> limited(List<String> values, RecordType type) {
    if (values.isEmpty()) {
      voids += type == RecordType.TXT ? 0 : 1;
      brokePolicy |= voids > MAX_VOID;
      return null;
    }
    brokePolicy |= type == RecordType.MX && values.size() > MAX_EXCHANGERS;
    int kept = type == RecordType.PTR ? Math.min(values.size(), MAX_POINTERS) : values.size();
    // The library modifies the list.
    List<String> copy = new ArrayList<>(values.subList(0, kept));
    if (type == RecordType.PTR) {
      // The library compares names case-sensitively.
      copy.replaceAll(name -> name.toLowerCase(Locale.ROOT));
    }
    return copy;
  }

  private static String withoutDot(String name) {
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  @Override
  public CompletionStage<List<String>> getRecordsAsync(DNSRequest request) {
    return CompletableFuture.failedFuture(new TimeoutException("not asked in this way"));
  }

  @Override
  public List<String> getLocalDomainNames() {
    return List.of();
  }

  /** Limits are those of {@link Lookups}. */
  @Override
  public void setTimeOut(int seconds) {}

  @Override
  public int getRecordLimit() {
    return MAX_POINTERS;
  }

  @Override
  public void setRecordLimit(int limit) {}
}
