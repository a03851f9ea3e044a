package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.request.Access;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Access of a caller to hidden mail. */
public final class HiddenMailAccess {
  private HiddenMailAccess() {}

  /** Requires access to the requested hidden mail; returns the hidden values to read. */
  static List<Integer> ranges(Caller caller, Set<Hidden> asked) {
    asked.forEach(hidden -> Access.require(caller, hidden.permission()));
    return Hidden.visibleBits(asked);
  }

  /** The hidden values of everything the caller may see, for reads by id. */
  public static List<Integer> allowed(Caller caller) {
    return Hidden.visibleBits(
        Arrays.stream(Hidden.values()).filter(hidden -> caller.may(hidden.permission())).toList());
  }

  /** Whether the caller may see the message when reading by id. */
  static boolean sees(Caller caller, Message message) {
    return allowed(caller).contains(message.hiddenBits());
  }
}
