package dev.agentmailbox.server.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.authentication.Lookups.Answer;
import dev.agentmailbox.server.dns.DnsException;
import dev.agentmailbox.server.dns.DnsException.Reason;
import dev.agentmailbox.server.dns.RecordType;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;

/** Our questions against a name server on the loopback interface. */
final class NameServersIT {
  private static final Duration LIMIT = Duration.ofSeconds(4);

  private final AtomicInteger asked = new AtomicInteger();
  @AutoClose private DatagramSocket socket;
  private NameServers servers;

  @BeforeEach
  void start() throws IOException {
    socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread thread = new Thread(this::answer, "name-server");
    thread.setDaemon(true);
    thread.start();
    servers =
        new NameServers(
            List.of(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort())));
  }

  private void answer() {
    byte[] buffer = new byte[4_096];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        asked.incrementAndGet();
        Message question = new Message(Arrays.copyOf(buffer, packet.getLength()));
        if (!question.getQuestion().getName().toString().startsWith("silent")) {
          byte[] wire = reply(question).toWire();
          socket.send(new DatagramPacket(wire, wire.length, packet.getSocketAddress()));
        }
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Message reply(Message question) throws IOException {
    Name name = question.getQuestion().getName();
    Message reply = new Message(question.getHeader().getID());
    reply.getHeader().setFlag(Flags.QR);
    reply.addRecord(question.getQuestion(), Section.QUESTION);
    switch (name.toString()) {
      case "text.test." ->
          reply.addRecord(
              new TXTRecord(name, DClass.IN, 300, List.of("v=spf1 ", "-all")), Section.ANSWER);
      case "mail.test." -> {
        for (int preference : new int[] {20, 10}) {
          Name target = Name.fromString("mx" + preference + ".test.");
          reply.addRecord(new MXRecord(name, DClass.IN, 300, preference, target), Section.ANSWER);
        }
      }
      case "broken.test." -> reply.getHeader().setRcode(Rcode.SERVFAIL);
      case "empty.test." -> reply.getHeader().setRcode(Rcode.NOERROR);
      default -> reply.getHeader().setRcode(Rcode.NXDOMAIN);
    }
    return reply;
  }

  private Answer ask(String name, RecordType type, Duration limit) {
    try {
      return new Answer(servers.values(name, type, limit), null);
    } catch (DnsException e) {
      return Answer.failed(e.reason());
    }
  }

  @Test
  void answers_are_told_apart_and_kept() {
    assertEquals(new Answer(List.of("v=spf1 -all"), null), ask("text.test", RecordType.TXT, LIMIT));
    assertEquals(new Answer(List.of("v=spf1 -all"), null), ask("text.test", RecordType.TXT, LIMIT));
    assertEquals(1, asked.get());
    assertEquals(
        new Answer(List.of("mx10.test", "mx20.test"), null),
        ask("mail.test", RecordType.MX, LIMIT));
    assertEquals(new Answer(List.of(), null), ask("empty.test", RecordType.TXT, LIMIT));
    assertEquals(Answer.failed(Reason.NO_SUCH_NAME), ask("missing.test", RecordType.A, LIMIT));
    assertEquals(Answer.failed(Reason.NOT_NOW), ask("broken.test", RecordType.TXT, LIMIT));
  }

  @Test
  void servers_that_are_silent_are_soon_not_asked_any_more() {
    long start = System.nanoTime();
    for (int i = 0; i < 30; i++) {
      assertEquals(
          Answer.failed(Reason.NOT_NOW),
          ask("silent" + i + ".test", RecordType.TXT, Duration.ofMillis(200)));
    }
    assertTrue(System.nanoTime() - start < Duration.ofSeconds(5).toNanos());
    assertEquals(Answer.failed(Reason.NOT_NOW), ask("text.test", RecordType.TXT, LIMIT));
  }
}
