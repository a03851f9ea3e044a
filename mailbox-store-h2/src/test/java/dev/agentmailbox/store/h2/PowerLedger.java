package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was acknowledged to the clients of a store, noted by them; it knows nothing of the store.
 * Thread safe.
 */
final class PowerLedger {
  private final Set<String> tried = new TreeSet<>();
  private final Set<String> mails = new TreeSet<>();
  private final Map<String, String> labels = new TreeMap<>();
  private final Set<String> deleting = new TreeSet<>();
  private final Set<String> deleted = new TreeSet<>();
  private final Map<String, String> sends = new TreeMap<>();
  private final Map<String, String> drafts = new TreeMap<>();
  private final Map<String, Integer> handOvers = new HashMap<>();

  synchronized void trying(String mail) {
    tried.add(mail);
  }

  synchronized void received(String mail) {
    mails.add(mail);
  }

  synchronized void labelled(String mail, String label) {
    labels.put(mail, label);
  }

  /** One that nobody deletes yet; it is being deleted from now on. Empty when there is none. */
  synchronized String deleteAny(Random random) {
    String mail = anyMail(random);
    if (!mail.isEmpty()) {
      deleting.add(mail);
    }
    return mail;
  }

  synchronized boolean isDeleting(String mail) {
    return deleting.contains(mail);
  }

  synchronized void deleted(String mail) {
    deleted.add(mail);
  }

  /** The same key has the same answer whenever it is asked. */
  synchronized void accepted(String key, String sendId) {
    assertEquals(sends.getOrDefault(key, sendId), sendId, "the send of key " + key);
    sends.put(key, sendId);
  }

  synchronized void drafted(String clientId, String draftId) {
    assertEquals(drafts.getOrDefault(clientId, draftId), draftId, "the draft of " + clientId);
    drafts.put(clientId, draftId);
  }

  synchronized void handedOver(String sendId) {
    handOvers.merge(sendId, 1, Integer::sum);
  }

  /** Any of those that were tried, so that repeats come of what was lost, too. */
  synchronized List<String> triedMails() {
    return new ArrayList<>(tried);
  }

  /** One that was acknowledged and that nobody deletes; empty when there is none. */
  synchronized String anyMail(Random random) {
    List<String> all = new ArrayList<>(mails);
    all.removeAll(deleting);
    return all.isEmpty() ? "" : all.get(random.nextInt(all.size()));
  }

  synchronized Map<String, String> sends() {
    return new TreeMap<>(sends);
  }

  synchronized Map<String, String> drafts() {
    return new TreeMap<>(drafts);
  }

  synchronized Map<String, String> labels() {
    return new TreeMap<>(labels);
  }

  synchronized Set<String> deleted() {
    return new TreeSet<>(deleted);
  }

  synchronized int acknowledged() {
    return mails.size() + sends.size() + labels.size() + drafts.size() + deleted.size();
  }

  synchronized void checkMails(Collection<String> there) {
    Set<String> once = new HashSet<>();
    List<String> doubled = there.stream().filter(mail -> !once.add(mail)).toList();
    assertEquals(List.of(), doubled, "stored twice");
    Set<String> lost = new TreeSet<>(mails);
    lost.removeAll(once);
    lost.removeAll(deleting);
    assertEquals(Set.of(), lost, "acknowledged and lost");
    Set<String> back = new TreeSet<>(deleted);
    back.retainAll(once);
    assertEquals(Set.of(), back, "deleted and there again");
    Set<String> strange = new TreeSet<>(once);
    strange.removeAll(tried);
    assertEquals(Set.of(), strange, "never sent");
  }

  /** Once, and one time more at most for what was on its way when the power went. */
  synchronized void checkHandOvers() {
    handOvers.forEach(
        (sendId, times) -> assertEquals(true, times <= 2, sendId + " left " + times + " times"));
  }

  /** Sends that were accepted and that no transport was ever given. */
  synchronized Set<String> neverHandedOver() {
    Set<String> never = new TreeSet<>(sends.values());
    never.removeAll(handOvers.keySet());
    return never;
  }
}
