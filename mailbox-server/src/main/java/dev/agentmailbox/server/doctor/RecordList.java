package dev.agentmailbox.server.doctor;

import dev.agentmailbox.server.dkim.DkimKey;
import java.util.ArrayList;
import java.util.List;

/** The records to publish, in the form of a zone file (RFC 1035 section 5). */
public final class RecordList {
  /** RFC 1035 section 3.3: one string of a TXT record. */
  private static final int STRING_BYTES = 255;

  private RecordList() {}

  /** The whole list with explanations. */
  public static String text(Sender sender) {
    Records records = new Records(sender);
    StringBuilder text = new StringBuilder();
    note(text, "The server itself: its address, and the PTR record of that address, which the");
    note(text, "provider of the address sets. Replace <IPv4> and <IPv6> by the public addresses.");
    record(text, sender.helloName(), "A", "<IPv4>");
    record(text, sender.helloName(), "AAAA", "<IPv6>");
    note(text, "PTR of <IPv4> and of <IPv6>: " + sender.helloName() + ".");
    if (records.hasSpfOfHost()) {
      txt(text, sender.helloName(), records.spf(sender.helloName()));
    }
    for (String domain : sender.domains()) {
      text.append('\n');
      note(
          text,
          domain + ": inbound mail (MX), permitted senders (SPF), keys (DKIM) and policy (DMARC)");
      record(text, domain, "MX", records.mx());
      txt(text, domain, records.spf(domain));
      for (DkimKey key : sender.keys()) {
        txt(text, Records.dkimName(key, domain), key.record());
      }
      txt(text, Records.dmarcName(domain), records.dmarc());
      note(
          text,
          "Optional: enforced TLS for inbound mail (MTA-STS, RFC 8461) needs a certificate"
              + " here and the");
      note(text, "file https://mta-sts." + domain + "/.well-known/mta-sts.txt; then, and for");
      note(text, "reports about TLS (RFC 8460):");
      note(text, Records.line(Records.stsName(domain), "TXT", "\"v=STSv1; id=1\""));
      note(
          text,
          Records.line(
              Records.tlsReportName(domain), "TXT", "\"v=TLSRPTv1; rua=mailto:<reports>\""));
    }
    return text.toString();
  }

  private static void note(StringBuilder text, String words) {
    text.append("; ").append(words).append('\n');
  }

  private static void record(StringBuilder text, String name, String type, String value) {
    text.append(Records.line(name, type, value)).append('\n');
  }

  private static void txt(StringBuilder text, String name, String value) {
    List<String> strings = new ArrayList<>();
    for (int from = 0; from < value.length(); from += STRING_BYTES) {
      int to = Math.min(from + STRING_BYTES, value.length());
      strings.add('"' + value.substring(from, to) + '"');
    }
    String joined = String.join("\n    ", strings);
    record(text, name, "TXT", strings.size() == 1 ? joined : "( " + joined + " )");
  }
}
