package dev.agentmailbox.inbox;

import java.security.SecureRandom;

/**
 * Generates readable usernames such as {@code calm-harbor-7k2f}, from more than 10^9 combinations.
 * Thread safe.
 */
public final class RandomNames {
  private static final String[] ADJECTIVES = {
    "amber", "ample", "brave", "brisk", "calm", "civil", "clear", "crisp", "deft", "eager",
    "early", "fair", "fleet", "fresh", "gentle", "glad", "golden", "grand", "green", "handy",
    "happy", "honest", "humble", "jolly", "keen", "kind", "lively", "loyal", "lucid", "merry",
    "mild", "modest", "neat", "nimble", "noble", "novel", "open", "patient", "placid", "plucky",
    "polite", "prompt", "proud", "quick", "quiet", "rapid", "ready", "robust", "sage", "sharp",
    "silver", "simple", "sober", "solid", "steady", "sturdy", "sunny", "swift", "tidy", "true",
    "vivid", "warm", "wise", "witty"
  };
  private static final String[] NOUNS = {
    "acorn", "anchor", "arbor", "aspen", "badger", "bay", "beacon", "birch", "bridge", "brook",
    "canyon", "cedar", "cliff", "cloud", "comet", "coral", "cove", "crane", "delta", "dune",
    "ember", "falcon", "fern", "field", "finch", "fjord", "forest", "garden", "glade", "grove",
    "harbor", "hazel", "heron", "hill", "island", "juniper", "lagoon", "lake", "lantern", "lark",
    "maple", "meadow", "mesa", "moon", "oak", "orchard", "osprey", "otter", "pebble", "pine",
    "prairie", "quartz", "raven", "reef", "ridge", "river", "robin", "spruce", "summit", "thicket",
    "tundra", "valley", "willow", "wren"
  };
  private static final String TAIL = "23456789abcdefghjkmnpqrstvwxyz";
  private static final int TAIL_CHARACTERS = 4;

  private final SecureRandom random = new SecureRandom();

  /** Generates a name, which may be taken. */
  public String next() {
    StringBuilder name =
        new StringBuilder()
            .append(ADJECTIVES[random.nextInt(ADJECTIVES.length)])
            .append('-')
            .append(NOUNS[random.nextInt(NOUNS.length)])
            .append('-');
    for (int i = 0; i < TAIL_CHARACTERS; i++) {
      name.append(TAIL.charAt(random.nextInt(TAIL.length())));
    }
    return name.toString();
  }
}
