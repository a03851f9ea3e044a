package dev.agentmailbox.http.api.message;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.api.common.Links;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.Slots;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits concurrent downloads: a link needs no key, so its holder could otherwise keep any number
 * of slow downloads open. Thread safe.
 */
final class DownloadSlots {
  /** Concurrent downloads of one file. */
  static final int MAX_OF_LINK = 8;

  /** Concurrent downloads from one IPv4 address or IPv6 /64 network. */
  static final int MAX_OF_ADDRESS = 16;

  /** Concurrent downloads of an organization's files. */
  static final int MAX_OF_ORGANIZATION = 64;

  /** Suggested wait: a download may have ended by then. */
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Slots<Links.Target> ofLink = new Slots<>(MAX_OF_LINK);
  private final Slots<AddressRange> ofAddress = new Slots<>(MAX_OF_ADDRESS);
  private final Slots<String> ofOrganization = new Slots<>(MAX_OF_ORGANIZATION);

  /**
   * Reserves a slot for one download.
   *
   * @throws MailboxException {@code rate_limited}
   */
  Slot take(InetAddress client, Links.Target target) {
    Slot slot = new Slot();
    slot.take(ofLink, target, "of this file");
    slot.take(ofAddress, AddressRange.ofCaller(client), "from this address");
    slot.take(ofOrganization, target.inbox().organizationId(), "of this organization's files");
    return slot;
  }

  /** The slot of one download; releasing it twice has no further effect. */
  static final class Slot {
    private final List<Runnable> taken = new ArrayList<>();
    private final AtomicBoolean free = new AtomicBoolean();

    private <K> void take(Slots<K> slots, K holder, String whose) {
      if (!slots.take(holder)) {
        free();
        throw MailboxException.of(
                ErrorCode.RATE_LIMITED, "too many downloads " + whose + " are in progress")
            .retryAfter(RETRY);
      }
      taken.add(() -> slots.free(holder));
    }

    void free() {
      if (free.compareAndSet(false, true)) {
        taken.forEach(Runnable::run);
      }
    }

    /** The content; closing it releases the slot. */
    InputStream around(InputStream bytes) {
      return new FilterInputStream(bytes) {
        @Override
        public void close() throws IOException {
          try {
            super.close();
          } finally {
            free();
          }
        }
      };
    }
  }
}
