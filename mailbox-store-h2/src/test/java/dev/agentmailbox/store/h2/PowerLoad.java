package dev.agentmailbox.store.h2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.IdempotencyStore;
import dev.agentmailbox.port.MailReceiver;
import dev.agentmailbox.service.message.LabelChange;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.service.sending.SendResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients of a mailbox: they receive, send, label, draft and delete, repeat what they have asked
 * before, and note what was acknowledged. Thread safe; each thread has a random of its own.
 */
final class PowerLoad {
  private static final int MAX_REPEATS = 2_000;
  private static final int LONG_REPEATS = 12_000;
  private static final int REPEATS = 3;

  private final PowerLedger ledger;
  private final AtomicInteger number = new AtomicInteger();

  PowerLoad(PowerLedger ledger) {
    this.ledger = ledger;
  }

  /**
   * Does something.
   *
   * @return false when the store could not
   */
  boolean step(PoweredMailbox to, Random random) {
    try {
      return switch (random.nextInt(16)) {
        case 0, 1, 2, 3, 4 -> deliver(to, "mail " + number.incrementAndGet());
        case 5 -> deliver(to, any(ledger.triedMails(), random));
        case 6, 7, 8 -> send(to, "key-" + number.incrementAndGet());
        case 9 -> send(to, any(new ArrayList<>(ledger.sends().keySet()), random));
        case 10 -> handOver(to);
        case 11, 12 -> label(to, random);
        case 13 -> draft(to, "draft-" + number.incrementAndGet());
        case 14 -> draft(to, any(new ArrayList<>(ledger.drafts().keySet()), random));
        default -> delete(to, random);
      };
    } catch (MailboxException e) {
      if (e.code() == ErrorCode.UPSTREAM_UNAVAILABLE) {
        return false;
      }
      throw e;
    } catch (RuntimeException e) {
      if (PoweredMailbox.isStorage(e)) {
        return false;
      }
      throw e;
    }
  }

  private static String any(List<String> some, Random random) {
    return some.isEmpty() ? "" : some.get(random.nextInt(some.size()));
  }

  private boolean deliver(PoweredMailbox to, String mail) {
    if (mail.isEmpty() || ledger.deleted().contains(mail)) {
      return true;
    }
    ledger.trying(mail);
    MailReceiver.Envelope envelope =
        new MailReceiver.Envelope(
            "ann@example.com", List.of(PoweredMailbox.INBOX), null, null, false);
    try (ContentStore.Spool spool = to.mailbox.receiver().spool()) {
      spool.out().write(mail(mail));
      to.mailbox.receiver().accept(envelope, spool);
      ledger.received(mail);
      return true;
    } catch (IOException | MailReceiver.ReceiveException e) {
      return false;
    }
  }

  /** The bytes of a mail, the same each time it is sent. */
  static byte[] mail(String subject) {
    String head =
        "From: ann@example.com\r\nTo: %s\r\nMessage-ID: <%s@example.com>\r\nSubject: %s\r\n\r\n"
            .formatted(PoweredMailbox.INBOX, subject.replace(' ', '.'), subject);
    int some = Math.floorMod(subject.hashCode(), MAX_REPEATS);
    // One of sixteen is too long for the journal.
    String text = subject.repeat(some % 16 == 0 ? LONG_REPEATS : 1 + some);
    return (head + text + "\r\n").getBytes(UTF_8);
  }

  /** What is sent with a key. */
  static String text(String key) {
    return "text of " + key;
  }

  private boolean send(PoweredMailbox from, String key) {
    if (!key.isEmpty()) {
      ledger.accepted(key, sendId(from, key));
    }
    return true;
  }

  private static String sendId(PoweredMailbox from, String key) {
    MailInput command =
        MailInput.from(PoweredMailbox.INBOX)
            .to("bob@example.org")
            .subject(key)
            .text(text(key))
            .build();
    IdempotentRequest<SendResult> once =
        IdempotentRequest.keyed(
            from.caller.scope().organizationId(),
            key,
            "body",
            result -> new IdempotencyStore.Answer(202, result.sendId()));
    try {
      return from.mailbox.sends().submit(from.caller, command, once).sendId();
    } catch (IdempotentRequest.Replay repeat) {
      return repeat.answer().body();
    }
  }

  private static boolean handOver(PoweredMailbox at) {
    at.mailbox.outbox().runDue();
    return true;
  }

  private boolean label(PoweredMailbox at, Random random) {
    String mail = ledger.anyMail(random);
    String id = mail.isEmpty() ? "" : at.messageId(mail);
    if (!id.isEmpty()) {
      String label = "label-" + random.nextInt(5);
      try {
        at.mailbox
            .labels()
            .update(
                at.caller, PoweredMailbox.INBOX, id, new LabelChange(List.of(label), List.of()));
      } catch (MailboxException e) {
        if (e.code() == ErrorCode.NOT_FOUND && ledger.isDeleting(mail)) {
          // Another client was faster.
          return true;
        }
        throw e;
      }
      ledger.labelled(mail, label);
    }
    return true;
  }

  private boolean draft(PoweredMailbox at, String clientId) {
    if (!clientId.isEmpty()) {
      MailInput draft =
          MailInput.from(PoweredMailbox.INBOX).clientId(clientId).subject(clientId).build();
      ledger.drafted(
          clientId,
          at.mailbox.drafts().create(at.caller, draft, IdempotentRequest.unkeyed()).draft().id());
    }
    return true;
  }

  private boolean delete(PoweredMailbox at, Random random) {
    String mail = ledger.deleteAny(random);
    String id = mail.isEmpty() ? "" : at.messageId(mail);
    if (!id.isEmpty()) {
      at.mailbox.trash().delete(at.caller, PoweredMailbox.INBOX, id);
      at.mailbox.trash().delete(at.caller, PoweredMailbox.INBOX, id);
      ledger.deleted(mail);
    }
    return true;
  }

  /** The newest of what was accepted is answered as the first time. */
  void repeatSome(PoweredMailbox at) {
    List<Map.Entry<String, String>> sends = new ArrayList<>(ledger.sends().entrySet());
    for (Map.Entry<String, String> send :
        sends.subList(Math.max(0, sends.size() - REPEATS), sends.size())) {
      assertEquals(send.getValue(), sendId(at, send.getKey()));
    }
    ledger.drafts().forEach((clientId, id) -> draft(at, clientId));
    for (String mail : ledger.deleted()) {
      assertEquals("", at.messageId(mail), "deleted and there again");
    }
  }

  /** A thing that never was is not found, and everything else is. */
  static void requireUnknown(PoweredMailbox at) {
    MailboxException refused =
        assertThrows(MailboxException.class, () -> at.mailbox.sends().get(at.caller, "out_none"));
    assertEquals(ErrorCode.NOT_FOUND, refused.code());
  }
}
