package dev.agentmailbox.server.e2e;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the operations of one object can be put in an order that its model allows and that keeps
 * every operation that ended before another began before it. The search of Wing and Gong with the
 * visited states of Lowe ("Testing for linearizability", 2017). Without recursion: a history may
 * have many thousands.
 */
final class Linearizability {
  private final ObjectModel model;
  private final List<Recorded> operations;

  /** Those in order, and the states before each. */
  private final int[] order;

  private final String[] before;

  /** The longest answer of a read, from which states that cannot lead to it are not tried. */
  private final String longest;

  private final BitSet done = new BitSet();
  private final Set<Visited> visited = new HashSet<>();
  private int length;
  private String state = "";

  private record Visited(BitSet done, String state) {}

  private Linearizability(ObjectModel model, List<Recorded> history) {
    this.model = model;
    this.operations = history.stream().sorted(Comparator.comparingLong(Recorded::call)).toList();
    this.order = new int[operations.size()];
    this.before = new String[operations.size()];
    this.longest =
        operations.stream()
            .filter(op -> op.verb().equals("read") && !op.isUnknown())
            .map(Recorded::output)
            .max(Comparator.comparingInt(String::length))
            .orElse("");
  }

  static boolean holds(ObjectModel model, List<Recorded> history) {
    return new Linearizability(model, history).search();
  }

  private boolean search() {
    int next = 0;
    while (true) {
      int found = candidate(next);
      if (found < 0) {
        if (everyAnswerIsExplained()) {
          return true;
        }
        if (length == 0) {
          return false;
        }
        length--;
        done.clear(order[length]);
        state = before[length];
        next = trial(order[length]) + 1;
      } else {
        next = take(found % operations.size()) ? 0 : found + 1;
      }
    }
  }

  /** When in the order of {@link #candidate} it was tried. */
  private int trial(int index) {
    return operations.get(index).isUnknown() ? operations.size() + index : index;
  }

  private boolean take(int index) {
    Recorded op = operations.get(index);
    Optional<String> after =
        op.isUnknown() ? Optional.of(model.after(state, op)) : model.step(state, op);
    if (after.isEmpty()
        || (op.isUnknown() && after.get().equals(state))
        || !model.leadsTo(after.get(), longest)) {
      return false;
    }
    done.set(index);
    if (!visited.add(new Visited((BitSet) done.clone(), after.get()))) {
      done.clear(index);
      return false;
    }
    order[length] = index;
    before[length] = state;
    length++;
    state = after.get();
    return true;
  }

  /**
   * The first from there on that may be next: no other one that is left ended before its call.
   * Answered ones are tried first; of those that ask the same and have no answer, the first.
   */
  private int candidate(int from) {
    int operation = from < operations.size() ? first(from, false) : -1;
    if (operation >= 0) {
      return operation;
    }
    operation = first(Math.max(0, from - operations.size()), true);
    return operation < 0 ? -1 : operations.size() + operation;
  }

  private int first(int from, boolean isUnknown) {
    long earliestEnd = Long.MAX_VALUE;
    Set<String> asked = new HashSet<>();
    for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
      Recorded op = operations.get(i);
      if (op.call() > earliestEnd) {
        return -1;
      }
      boolean isFirst = !op.isUnknown() || asked.add(op.verb() + " " + op.input());
      if (i >= from && op.isUnknown() == isUnknown && isFirst) {
        return i;
      }
      earliestEnd = Math.min(earliestEnd, op.end());
    }
    return -1;
  }

  private boolean everyAnswerIsExplained() {
    for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
      if (!operations.get(i).isUnknown()) {
        return false;
      }
    }
    return true;
  }
}
