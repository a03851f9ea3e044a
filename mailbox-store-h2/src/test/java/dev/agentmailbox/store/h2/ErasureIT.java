package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.account.ErasureReport;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.CapturingTransport;
import dev.agentmailbox.service.request.IdempotentRequest;
import dev.agentmailbox.service.sending.MailInput;
import dev.agentmailbox.store.jdbc.transfer.Export;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No file keeps a byte of a person who was erased. */
class ErasureIT {
  /** In the address, the name, the subject, the text and the answer. */
  private static final String MARK = "zzqmarkzzq";

  private static final String PERSON = MARK + "@client.example";

  @TempDir Path directory;

  private H2Store open() {
    return H2Store.open(directory.resolve("data"), Clock.systemUTC());
  }

  private static Mailbox mailbox(H2Store store) {
    return Mailbox.builder().store(store).transport(new CapturingTransport()).build();
  }

  private static void exchangeMail(Mailbox mailbox) {
    Agent agent = mailbox.agent();
    Inbox inbox = agent.openInbox("desk");
    for (int i = 0; i < 20; i++) {
      agent.deliver(PERSON, inbox, "About " + MARK + i, "My name is " + MARK + " " + i);
      agent.deliver("ann@client.example", inbox, "Other " + i, "Something else " + i);
    }
    agent.reply(agent.unread(inbox).get(1), "Dear " + MARK);
    agent.send(inbox, "Z <" + PERSON + ">", "For " + MARK, "Dear " + MARK);
    mailbox.outbox().runDue();
    mailbox
        .drafts()
        .create(
            mailbox.owner(),
            MailInput.from(inbox.address()).to(PERSON).subject("Draft for " + MARK).build(),
            IdempotentRequest.unkeyed());
  }

  private List<String> filesWithMark(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .filter(ErasureIT::hasMark)
          .map(file -> root.relativize(file).toString())
          .toList();
    }
  }

  private static boolean hasMark(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (file.toString().endsWith(".gz")) {
        bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
      }
      return new String(bytes, StandardCharsets.ISO_8859_1).contains(MARK);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path export(String name) throws IOException {
    Path exported = directory.resolve(name);
    Path scratch = Files.createDirectory(directory.resolve(name + "-scratch"));
    try (H2Source source = H2Source.open(directory.resolve("data"), scratch, Clock.systemUTC())) {
      new Export(
              source,
              exported,
              new Progress(line -> {}, Clock.systemUTC(), false),
              Clock.systemUTC())
          .run(Map.of());
    }
    return exported;
  }

  @Test
  void no_file_keeps_a_byte_after_a_clean_stop_and_no_backup_at_once() throws IOException {
    Path data = directory.resolve("data");
    Path backup = directory.resolve("backup");
    try (Mailbox mailbox = mailbox(open())) {
      exchangeMail(mailbox);
    }
    assertFalse(filesWithMark(data).isEmpty());
    assertFalse(filesWithMark(export("before")).isEmpty());
    H2Store store = open();
    try (Mailbox mailbox = mailbox(store)) {
      ErasureReport report =
          mailbox.erasure().erase(mailbox.human(), PERSON, false, IdempotentRequest.unkeyed());
      assertTrue(report.messages() >= 20, report.toString());
      assertEquals(2, report.sends());
      assertEquals(1, report.drafts());
      assertEquals(0, report.inProgress());
      store.backup(backup, new Progress(line -> {}, Clock.systemUTC(), false));
      assertEquals(List.of(), filesWithMark(backup));
    }
    assertEquals(List.of(), filesWithMark(data));
    assertEquals(List.of(), filesWithMark(export("after")));
    try (Mailbox mailbox = mailbox(H2Store.open(backup, Clock.systemUTC()))) {
      assertEquals(20, mailbox.agent().messages(mailbox.agent().openInbox("desk")).size());
    }
  }
}
