package dev.agentmailbox.operation;

import static dev.agentmailbox.operation.Refusals.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.SessionCookie;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreTransaction;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.function.Executable;

/** A mailbox whose humans sign in while a test moves the clock. */
final class SignInRoom implements AutoCloseable {
  static final String OWNER = "owner@localhost";
  static final String RANGE = "192.0.2.0/24";
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  final CapturingTransport transport = new CapturingTransport();
  final byte[] codeKey = Codes.freshKey();
  final Mailbox mailbox;
  private final Map<String, String> codes = new ConcurrentHashMap<>();

  SignInRoom() {
    mailbox =
        Mailbox.builder()
            .clock(clock)
            .transport(transport)
            .codeKey(codeKey)
            .codeWatcher(codes::put)
            .build();
  }

  /** A member who has accepted. */
  void addMember(String email) {
    Member added = mailbox.members().add(mailbox.human(), email, Role.APPROVER, Once.unkeyed());
    mailbox.context().store().write(tx -> accepted(tx, added));
  }

  private boolean accepted(StoreTransaction tx, Member added) {
    tx.members().update(added.membership().accepted(mailbox.context().now()));
    Newcomers.moved(tx, added.human(), Human.Status.ACTIVE, mailbox.context().now());
    return true;
  }

  /** Asks for a code that may come or not. */
  void ask(String email, String range) {
    mailbox.signIn().requestCode(email, range);
  }

  /** Asks for a code that must come. */
  String code(String email, String range) {
    mailbox.signIn().requestCode(email, range);
    return taken(Human.normal(email)).orElseThrow(() -> new AssertionError("no code was mailed"));
  }

  /** The code that was mailed to that address without being asked for. */
  String mailed(String email) {
    return taken(email).orElseThrow(() -> new AssertionError("no code was mailed"));
  }

  /** Asks for a step-up code that must come. */
  String stepUpCode(SessionCookie cookie) {
    mailbox.stepUp().requestCode(cookie, RANGE, Once.unkeyed());
    return taken(OWNER).orElseThrow(() -> new AssertionError("no code was mailed"));
  }

  SessionCookie signIn(String email) {
    return mailbox.signIn().verify(email, code(email, RANGE), RANGE).cookie();
  }

  /** Signs in with the code that was mailed without being asked for. */
  SessionCookie signInAsMailed(String email, String range) {
    return mailbox.signIn().verify(email, mailed(email), range).cookie();
  }

  /** Another code than this one. */
  static String not(String code) {
    return code.equals("000000") ? "000001" : "000000";
  }

  static void assertRefused(ErrorCode code, Executable call) {
    assertEquals(code, refusal(call));
  }

  /** How many mails went to that address; closes the mailbox, which finishes what is waiting. */
  long mails(String email) {
    mailbox.close();
    return transport.captured().stream().filter(m -> m.recipients().contains(email)).count();
  }

  /** The first mail to that address; closes the mailbox, which finishes what is waiting. */
  String mailTo(String email) {
    mailbox.close();
    return transport.captured().stream()
        .filter(m -> m.recipients().contains(email))
        .findFirst()
        .orElseThrow()
        .source();
  }

  private Optional<String> taken(String email) {
    long deadline = System.nanoTime() + WAIT_NANOS;
    while (System.nanoTime() < deadline) {
      String code = codes.remove(email);
      if (code != null) {
        return Optional.of(code);
      }
      LockSupport.parkNanos(100_000);
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    mailbox.close();
  }
}
