package dev.agentmailbox.server.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What one object of the service does when its operations come one after the other. States and
 * answers are texts. It knows the specification, and nothing of the code.
 */
enum ObjectModel {
  /** A register that one key writes once: every answer names the same send. */
  KEY {
    @Override
    Optional<String> step(String send, Recorded op) {
      return send.isEmpty() || send.equals(op.output())
          ? Optional.of(op.output())
          : Optional.empty();
    }
  },

  /** Compare-and-set: one decision or cancellation of what is pending; reads return the state. */
  APPROVAL {
    @Override
    Optional<String> step(String status, Recorded op) {
      String state = status.isEmpty() ? "pending" : status;
      if (op.verb().equals("read")) {
        return when(op.output().equals(state), state);
      }
      boolean done = op.output().equals("200");
      return when(done == state.equals("pending"), done ? op.input() : state);
    }

    @Override
    String after(String status, Recorded op) {
      return !op.verb().equals("read") && (status.isEmpty() || status.equals("pending"))
          ? op.input()
          : status;
    }
  },

  /** A set of words: every answer is the whole set after the change. */
  LABELS {
    @Override
    Optional<String> step(String labels, Recorded op) {
      String changed = after(labels, op);
      return when(changed.equals(op.output()), changed);
    }

    @Override
    String after(String labels, Recorded op) {
      TreeSet<String> set = new TreeSet<>(words(labels));
      switch (op.verb()) {
        case "add" -> set.add(op.input());
        case "remove" -> set.remove(op.input());
        default -> {}
      }
      return Recorded.joined(List.copyOf(set));
    }
  },

  /** A list that grows at its end: a read by cursor returns all of it, in order. */
  LOG {
    @Override
    Optional<String> step(String log, Recorded op) {
      return op.verb().equals("append")
          ? Optional.of(after(log, op))
          : when(log.equals(op.output()), log);
    }

    @Override
    String after(String log, Recorded op) {
      List<String> entries = new ArrayList<>(words(log));
      if (op.verb().equals("append")) {
        entries.add(op.input());
      }
      return Recorded.joined(entries);
    }

    @Override
    boolean leadsTo(String log, String read) {
      return (log + ' ').startsWith(read + ' ')
          || (read + ' ').startsWith(log + ' ')
          || log.isEmpty();
    }
  },

  /** A counter with a bound, which the input says: taken while there is room, else refused. */
  QUOTA {
    @Override
    Optional<String> step(String used, Recorded op) {
      int before = used.isEmpty() ? 0 : Integer.parseInt(used);
      if (op.verb().equals("free")) {
        return when(before > 0, Integer.toString(before - 1));
      }
      boolean hasRoom = before < Integer.parseInt(op.input());
      boolean taken = op.output().equals("taken");
      return when(taken == hasRoom, Integer.toString(taken ? before + 1 : before));
    }
  };

  /** The state after an operation with that answer; empty when it cannot be answered so. */
  abstract Optional<String> step(String state, Recorded op);

  /** The state after an operation of which no answer came, if it took effect. */
  String after(String state, Recorded op) {
    return state;
  }

  /** Whether what a read returned may come after or before this state. */
  boolean leadsTo(String state, String read) {
    return true;
  }

  static ObjectModel of(String kind) {
    return valueOf(kind.toUpperCase(java.util.Locale.ROOT));
  }

  private static Optional<String> when(boolean legal, String state) {
    return legal ? Optional.of(state) : Optional.empty();
  }

  private static List<String> words(String state) {
    return state.isEmpty() ? List.of() : List.of(state.split(" ", -1));
  }
}
