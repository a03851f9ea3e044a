package dev.agentmailbox.memory;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport;
import dev.agentmailbox.sending.SendRecipient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records outbound mail instead of delivering it, for tests and for inspection. Accepts every mail
 * unless configured otherwise with {@link #failNext} or {@link #answer}.
 *
 * <p>Thread safe. Keeps the newest mails up to its capacity.
 */
public final class CapturingTransport implements MailTransport {
  /** Default capacity in mails. */
  public static final int DEFAULT_CAPACITY = 1_000;

  /** Most scripted outcomes. */
  private static final int MAX_PREPARED = 10_000;

  private static final Outcome ACCEPTED =
      Outcome.accepted(new Reply(250, "2.0.0", SendRecipient.CAPTURED));

  /** Whether acceptance means final delivery. */
  public enum Kind {
    /** Like a relay: accepted, not yet delivered. */
    RELAY,
    /** Like the recipient's own server: delivered. */
    FINAL,
    /** Like a relay, but known to keep the mail in this process unless an outcome is scripted. */
    KEEPING
  }

  private final Kind kind;
  private final int capacity;
  private final Deque<Captured> captured = new ArrayDeque<>();
  private final Deque<Outcome> next = new ArrayDeque<>();
  private final Map<String, Outcome> byRecipient = new HashMap<>();

  /** A relay with {@link #DEFAULT_CAPACITY}. */
  public CapturingTransport() {
    this(Kind.RELAY, DEFAULT_CAPACITY);
  }

  public CapturingTransport(Kind kind, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1");
    }
    this.kind = kind;
    this.capacity = capacity;
  }

  /**
   * A captured mail.
   *
   * @param recipients those accepted
   * @param content the final bytes
   */
  public record Captured(
      String envelopeSender, List<String> recipients, RawMessage content, String sendId) {
    public Captured {
      recipients = List.copyOf(recipients);
    }

    /** The bytes as ISO 8859-1 text. */
    public String source() {
      try (InputStream in = content.open()) {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The captured mails, oldest first. */
  public synchronized List<Captured> captured() {
    return new ArrayList<>(captured);
  }

  /**
   * The newest captured mail.
   *
   * @throws IllegalStateException nothing was captured
   */
  public synchronized Captured last() {
    if (captured.isEmpty()) {
      throw new IllegalStateException("nothing was handed over");
    }
    return captured.getLast();
  }

  /** Discards captured mails and scripted outcomes. */
  public synchronized void clear() {
    captured.clear();
    next.clear();
    byRecipient.clear();
  }

  /** Scripts the outcomes of the next hand-overs, one for all recipients of each. */
  public synchronized void failNext(Outcome... outcomes) {
    if (next.size() + outcomes.length > MAX_PREPARED) {
      throw new IllegalArgumentException("too many prepared outcomes");
    }
    next.addAll(List.of(outcomes));
  }

  /** Scripts the outcome of every hand-over to this address. */
  public synchronized void answer(String recipient, Outcome outcome) {
    if (byRecipient.size() >= MAX_PREPARED) {
      throw new IllegalArgumentException("too many prepared outcomes");
    }
    byRecipient.put(recipient.toLowerCase(Locale.ROOT), outcome);
  }

  /** A permanent refusal of an unknown address. */
  public static Outcome unknownUser() {
    return Outcome.of(
        MailTransport.Kind.RECIPIENT_REFUSED, new Reply(550, "5.1.1", "no such user"));
  }

  /** A temporary refusal. */
  public static Outcome notNow() {
    return Outcome.of(MailTransport.Kind.TEMPORARY, new Reply(451, "4.7.1", "try again later"));
  }

  /** A permanent refusal of the mail by the next hop. */
  public static Outcome rejected() {
    return Outcome.of(MailTransport.Kind.REJECTED, new Reply(554, "5.7.1", "not accepted here"));
  }

  /** The connection broke after the final dot. */
  public static Outcome noAnswer() {
    return Outcome.of(MailTransport.Kind.UNKNOWN, null);
  }

  @Override
  public Map<String, Outcome> handOver(OutboundMail mail, Runnable mark) {
    Map<String, Outcome> outcomes = outcomes(mail);
    boolean reachesDot =
        outcomes.values().stream()
            .anyMatch(
                o ->
                    o.kind() == MailTransport.Kind.ACCEPTED
                        || o.kind() == MailTransport.Kind.UNKNOWN);
    if (reachesDot) {
      mark.run();
    }
    List<String> accepted =
        mail.recipients().stream().filter(r -> isAccepted(outcomes.get(r))).toList();
    if (!accepted.isEmpty()) {
      keep(new Captured(mail.envelopeSender(), accepted, mail.content(), mail.sendId()));
    }
    return outcomes;
  }

  @Override
  public synchronized Optional<Outcome> certainOutcome() {
    boolean isScripted = !next.isEmpty() || !byRecipient.isEmpty();
    return kind == Kind.KEEPING && !isScripted ? Optional.of(ACCEPTED) : Optional.empty();
  }

  @Override
  public boolean isFinalDelivery() {
    return kind == Kind.FINAL;
  }

  private synchronized Map<String, Outcome> outcomes(OutboundMail mail) {
    Outcome prepared = next.pollFirst();
    Map<String, Outcome> outcomes = new HashMap<>();
    for (String recipient : mail.recipients()) {
      outcomes.put(
          recipient,
          prepared != null
              ? prepared
              : byRecipient.getOrDefault(recipient.toLowerCase(Locale.ROOT), ACCEPTED));
    }
    return outcomes;
  }

  private static boolean isAccepted(@Nullable Outcome outcome) {
    return outcome != null && outcome.kind() == MailTransport.Kind.ACCEPTED;
  }

  private synchronized void keep(Captured mail) {
    if (captured.size() == capacity) {
      captured.removeFirst();
    }
    captured.addLast(mail);
  }
}
