package dev.agentmailbox.service.sending;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.message.MailAddress;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.mime.Subjects;
import dev.agentmailbox.mime.read.AutoReplies;
import dev.agentmailbox.mime.write.AddressParser;
import dev.agentmailbox.mime.write.HeaderText;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.sending.Recipient;
import dev.agentmailbox.sending.RecipientRole;
import dev.agentmailbox.sending.SendKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Derives the recipients of a reply and whether one is allowed. Pure. */
public final class Answering {
  private final Inbox inbox;
  private final MailboxSettings settings;

  public Answering(Inbox inbox, MailboxSettings settings) {
    this.inbox = inbox;
    this.settings = settings;
  }

  /**
   * Recipients of a reply: the author, never Reply-To; for our own message its recipients.
   * Reply-all adds To and Cc, without the inbox's own address.
   */
  public List<Recipient> recipients(Message original, SendKind kind) {
    List<MailAddress> to = new ArrayList<>();
    List<MailAddress> cc = new ArrayList<>();
    boolean all = kind == SendKind.REPLY_ALL;
    MailAddress from = original.author();
    if (original.direction() == Direction.OUTBOUND) {
      to.addAll(original.headers().to());
    } else {
      Optional.ofNullable(from).ifPresent(to::add);
    }
    if (all) {
      to.addAll(original.direction() == Direction.OUTBOUND ? List.of() : original.headers().to());
      cc.addAll(original.headers().cc());
    }
    List<Recipient> recipients = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    add(recipients, seen, to, RecipientRole.TO, all);
    add(recipients, seen, cc, RecipientRole.CC, all);
    return recipients;
  }

  /** Subject of a reply or forward, at most {@link MailFields#MAX_SUBJECT_CHARACTERS}. */
  public static String subject(Message original, SendKind kind) {
    String clean = HeaderText.clean(Optional.ofNullable(original.subject()).orElse(""));
    return HeaderText.clean(
        kind == SendKind.FORWARD ? Subjects.forward(clean) : Subjects.reply(clean));
  }

  private void add(
      List<Recipient> recipients,
      Set<String> seen,
      List<MailAddress> mailboxes,
      RecipientRole role,
      boolean all) {
    for (MailAddress mailbox : mailboxes) {
      boolean wanted = !(all && isOwn(mailbox));
      if (wanted && isWritable(mailbox) && seen.add(mailbox.key())) {
        recipients.add(new Recipient(clean(mailbox), role));
      }
    }
  }

  /**
   * Whether replying could start a mail loop: automatic replies, bounces, and inboxes of this
   * service. Mail of humans sent by a list or in bulk can be answered.
   */
  boolean isFromMachine(Original about) {
    Message original = about.message();
    if (original.direction() == Direction.OUTBOUND) {
      return false;
    }
    MailAddress from = original.author();
    return from == null
        || original.origin().envelopeSender().isEmpty()
        || settings.isOurs(from.domain())
        || AutoReplies.isOne(about.body().headers());
  }

  /** Whether it is the inbox itself, with or without a {@code +tag}. */
  private boolean isOwn(MailAddress mailbox) {
    return MailAddress.withoutTag(mailbox.key()).equals(inbox.address());
  }

  /** Received mail may contain invalid addresses, which cannot be answered. */
  private boolean isWritable(MailAddress mailbox) {
    try {
      return settings.canReach(AddressParser.parse("to", mailbox.address()).domain());
    } catch (IllegalArgumentException | MailboxException notAnAddress) {
      return false;
    }
  }

  /** A received display name may, encoded, contain characters that a header must not. */
  private static MailAddress clean(MailAddress mailbox) {
    String name = mailbox.name();
    return new MailAddress(name == null ? null : HeaderText.clean(name), mailbox.address());
  }
}
