package dev.agentmailbox.service.sending.outcome;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the identifiers of the mail that reports return. Not thread safe. */
final class ReturnedMail {
  /** Most returned copies examined. */
  private static final int MAX_COPIES = 10;

  private static final int MAX_RECIPIENTS = 100;

  private final Set<String> messageIds = new LinkedHashSet<>();
  private final Set<String> returnPaths = new LinkedHashSet<>();
  private final Set<String> authors = new LinkedHashSet<>();
  private final Set<String> recipients = new LinkedHashSet<>();
  private int copies;

  /** Collects from the header of one returned message. */
  void header(HeaderBlock header) {
    if (header.isEmpty() || copies++ >= MAX_COPIES) {
      return;
    }
    for (String value : header.every("message-id")) {
      String id = id(value);
      if (!id.isEmpty()) {
        messageIds.add(id);
      }
    }
    returnPath(Addresses.typed(header.first("return-path")));
    authors.addAll(Addresses.in(header.first("from")));
    for (String name :
        List.of("x-hmxmroriginalrecipient", "delivered-to", "x-original-to", "to", "cc")) {
      for (String value : header.every(name)) {
        Addresses.in(value).stream()
            .limit(MAX_RECIPIENTS - (long) recipients.size())
            .forEach(recipients::add);
      }
    }
  }

  void returnPath(String address) {
    if (!address.isEmpty()) {
      returnPaths.add(address);
    }
  }

  private static String id(String value) {
    int start = value.indexOf('<');
    int end = start < 0 ? -1 : value.indexOf('>', start);
    return end < 0 ? "" : value.substring(start, end + 1);
  }

  Report.Original toOriginal() {
    return new Report.Original(
        new ArrayList<>(messageIds),
        new ArrayList<>(returnPaths),
        new ArrayList<>(authors),
        new ArrayList<>(recipients));
  }
}
