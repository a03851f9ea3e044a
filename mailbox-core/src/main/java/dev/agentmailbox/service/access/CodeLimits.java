package dev.agentmailbox.service.access;

import dev.agentmailbox.service.request.SlidingWindow;
import java.time.Duration;

/** Rate limits on codes (specification, table Console (humans)). */
public final class CodeLimits {
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);

  private static final SlidingWindow[] SENT_TO_ADDRESS_FROM_RANGE = {
    new SlidingWindow(3, QUARTER), new SlidingWindow(10, DAY)
  };

  // spec ConsoleLimits.1
  /** Codes sent to an address, from anywhere. */
  public static final SlidingWindow SENT_TO_ADDRESS = new SlidingWindow(30, DAY);

  // spec ConsoleLimits.1
  /** Codes requested from one network range. */
  public static final SlidingWindow SENT_FROM_RANGE = new SlidingWindow(20, HOUR);

  // spec ConsoleLimits.2
  /** Attempts from one network range, right or wrong. */
  public static final SlidingWindow TRIED_FROM_RANGE = new SlidingWindow(30, HOUR);

  // spec ConsoleLimits.3
  /** Wrong codes for an address from one network range; then the pair is locked for an hour. */
  public static final SlidingWindow FAILED_FROM_RANGE = new SlidingWindow(10, HOUR);

  // spec ConsoleLimits.3
  /** Wrong codes for an address from anywhere; then the address is locked out for an hour. */
  public static final SlidingWindow FAILED_FROM_ANYWHERE = new SlidingWindow(50, HOUR);

  /** Step-up codes per session. */
  static final SlidingWindow[] SENT_TO_SESSION = {
    new SlidingWindow(3, QUARTER), new SlidingWindow(10, DAY)
  };

  // spec ConsoleLimits.4
  /** Wrong step-up codes per session; then step-up by code is locked out for an hour. */
  static final SlidingWindow FAILED_IN_SESSION = new SlidingWindow(10, HOUR);

  private CodeLimits() {}

  /** Codes sent to an address, requested from one network range. */
  public static SlidingWindow[] sentToAddressFromRange() {
    return SENT_TO_ADDRESS_FROM_RANGE.clone();
  }
}
