package dev.agentmailbox.jakarta;

import dev.agentmailbox.error.FieldProblem;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.internet.InternetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The recipients of a mail by the header field that names them; those not named are Bcc. */
record Recipients(List<InternetAddress> to, List<InternetAddress> cc, List<InternetAddress> bcc) {
  private static final Address[] NONE = {};
  private static final Pattern PATH = Pattern.compile("(to|cc|bcc)\\[([0-9]{1,9})]");

  /**
   * Groups the addresses.
   *
   * @throws SendFailedException there are none, or one is not a single mailbox
   */
  static Recipients of(Message message, Address[] addresses) throws MessagingException {
    Address[] wrong = Stream.of(addresses).filter(a -> !isMailbox(a)).toArray(Address[]::new);
    if (addresses.length == 0 || wrong.length > 0) {
      Address[] others = Stream.of(addresses).filter(Recipients::isMailbox).toArray(Address[]::new);
      throw new SendFailedException(
          wrong.length > 0 ? "not an internet address" : "no recipients",
          null,
          NONE,
          others,
          wrong);
    }
    Collection<Address> to = named(message, Message.RecipientType.TO);
    Collection<Address> cc = named(message, Message.RecipientType.CC);
    Recipients sorted = new Recipients(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Address address : addresses) {
      List<InternetAddress> role =
          to.contains(address) ? sorted.to : cc.contains(address) ? sorted.cc : sorted.bcc;
      role.add((InternetAddress) address);
    }
    return sorted;
  }

  private static boolean isMailbox(Address address) {
    return address instanceof InternetAddress internet && !internet.isGroup();
  }

  private static Collection<Address> named(Message message, Message.RecipientType type)
      throws MessagingException {
    Address[] named = message.getRecipients(type);
    return named == null ? List.of() : Arrays.asList(named);
  }

  Address[] all() {
    return Stream.of(to, cc, bcc).flatMap(List::stream).toArray(Address[]::new);
  }

  /** In the form callers of the service use. */
  static List<String> texts(List<InternetAddress> addresses) {
    return addresses.stream().map(InternetAddress::toUnicodeString).toList();
  }

  /** Converts a refusal; recipients with validation errors are reported as invalid. */
  SendFailedException refused(RuntimeException refusal, List<FieldProblem> problems) {
    List<Address> invalid =
        problems.stream().map(this::at).flatMap(Optional::stream).map(Address.class::cast).toList();
    Address[] valid = Stream.of(all()).filter(a -> !invalid.contains(a)).toArray(Address[]::new);
    return new SendFailedException(
        refusal.getMessage(), refusal, NONE, valid, invalid.toArray(Address[]::new));
  }

  private Optional<InternetAddress> at(FieldProblem problem) {
    Matcher path = PATH.matcher(problem.path());
    if (!path.matches()) {
      return Optional.empty();
    }
    List<InternetAddress> role =
        switch (path.group(1)) {
          case "to" -> to;
          case "cc" -> cc;
          default -> bcc;
        };
    int index = Integer.parseInt(path.group(2));
    return index < role.size() ? Optional.of(role.get(index)) : Optional.empty();
  }
}
