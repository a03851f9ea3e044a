package dev.agentmailbox.service.message;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.message.Label;
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

  /** Rejects malformed labels, system labels and contradictions. */
  void check() {
    FieldProblems problems = new FieldProblems();
    if (add.isEmpty() && remove.isEmpty()) {
      problems.add("body", "must contain add_labels or remove_labels");
    }
    check(problems, "add_labels", add);
    check(problems, "remove_labels", remove);
    if (remove.stream().anyMatch(add::contains)) {
      problems.add("remove_labels", "contains a label that is also in add_labels");
    }
    problems.refuseIfAny();
  }

  private static void check(FieldProblems problems, String path, List<String> labels) {
    if (labels.size() > Label.MAX_PER_MESSAGE) {
      problems.add(path, "must have at most " + Label.MAX_PER_MESSAGE + " entries");
    }
    for (int i = 0; i < labels.size(); i++) {
      checkCustom(problems, path + "[" + i + "]", labels.get(i));
    }
  }

  /** Rejects malformed and system labels. */
  static void checkCustom(FieldProblems problems, String path, String label) {
    if (!Label.isValid(label)) {
      problems.add(path, "must be 1 to 64 characters from a-z, 0-9, - _ . /");
    } else if (Label.isSystem(label)) {
      problems.add(path, "is a label that only the service can change");
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
