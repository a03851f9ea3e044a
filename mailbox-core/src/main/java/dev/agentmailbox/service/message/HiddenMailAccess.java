package dev.agentmailbox.service.message;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.service.Access;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Which hidden mail a caller asks for and may see. */
public final class HiddenMailAccess {
  private HiddenMailAccess() {}

  /** Refuses what the caller may not see; answers the ranges to read. */
  static List<Integer> ranges(Caller caller, Set<Hidden> asked) {
    asked.forEach(hidden -> Access.require(caller, hidden.permission()));
    return Hidden.visibleBits(asked);
  }

  /** The ranges of everything the caller may see at all: for reading by id. */
  public static List<Integer> allowed(Caller caller) {
    return Hidden.visibleBits(
        Arrays.stream(Hidden.values()).filter(hidden -> caller.may(hidden.permission())).toList());
  }

  /** Whether the caller may see the message when it asks for it by id. */
  static boolean sees(Caller caller, Message message) {
    return allowed(caller).contains(message.hiddenBits());
  }
}
