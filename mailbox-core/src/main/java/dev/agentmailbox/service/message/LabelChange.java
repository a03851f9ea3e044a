package dev.agentmailbox.service.message;

import dev.agentmailbox.message.Label;
import dev.agentmailbox.service.FieldChecks;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Labels to add and to remove. */
public record LabelChange(List<String> add, List<String> remove) {
  public LabelChange {
    add = List.copyOf(add);
    remove = List.copyOf(remove);
  }

  /** Refuses what is no label, what only the service may change, and contradictions. */
  void check() {
    FieldChecks checks = new FieldChecks();
    if (add.isEmpty() && remove.isEmpty()) {
      checks.problem("body", "must name add_labels or remove_labels");
    }
    check(checks, "add_labels", add);
    check(checks, "remove_labels", remove);
    if (remove.stream().anyMatch(add::contains)) {
      checks.problem("remove_labels", "names a label that add_labels names too");
    }
    checks.throwIfAny();
  }

  private static void check(FieldChecks checks, String path, List<String> labels) {
    if (labels.size() > Label.MAX_PER_MESSAGE) {
      checks.problem(path, "must have at most " + Label.MAX_PER_MESSAGE + " entries");
    }
    for (int i = 0; i < labels.size(); i++) {
      checkCustom(checks, path + "[" + i + "]", labels.get(i));
    }
  }

  /** Refuses a text that is no label or a label that agents may not change. */
  static void checkCustom(FieldChecks checks, String path, String label) {
    if (!Label.isValid(label)) {
      checks.problem(path, "must be 1 to 64 characters from a-z, 0-9, - _ . /");
    } else if (Label.isSystem(label)) {
      checks.problem(path, "is a label that only the service changes");
    }
  }

  /** The labels after the change. */
  public Set<String> apply(Collection<String> labels) {
    Set<String> changed = new TreeSet<>(labels);
    changed.addAll(add);
    remove.forEach(changed::remove);
    return changed;
  }
}
