package dev.agentmailbox.examples.benchmarks;

import dev.agentmailbox.thread.DaemonThreads;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;

/** A name server on 127.0.0.1 with a few TXT records; all other names do not exist. */
final class LocalNames implements AutoCloseable {
  private static final int MAX_PACKET = 4_096;
  private static final int MAX_STRING = 255;
  private static final long TTL_SECONDS = 300;

  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final DatagramSocket socket;

  LocalNames() throws IOException {
    socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    DaemonThreads.named("local-names", this::serve).start();
  }

  InetSocketAddress address() {
    return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
  }

  void text(String name, String text) {
    texts.put(name, text);
  }

  private void serve() {
    try {
      while (!socket.isClosed()) {
        DatagramPacket packet = new DatagramPacket(new byte[MAX_PACKET], MAX_PACKET);
        socket.receive(packet);
        byte[] answer = answer(new Message(packet.getData())).toWire();
        socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
      }
    } catch (IOException closed) {
      socket.close();
    }
  }

  private Message answer(Message query) {
    Record question = query.getQuestion();
    Message answer = new Message(query.getHeader().getID());
    answer.getHeader().setFlag(Flags.QR);
    answer.addRecord(question, Section.QUESTION);
    Name name = question.getName();
    String text = texts.get(name.toString(true).toLowerCase(Locale.ROOT));
    if (text == null) {
      answer.getHeader().setRcode(Rcode.NXDOMAIN);
    } else if (question.getType() == Type.TXT) {
      answer.addRecord(new TXTRecord(name, DClass.IN, TTL_SECONDS, pieces(text)), Section.ANSWER);
    }
    return answer;
  }

  private static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    for (int i = 0; i < text.length(); i += MAX_STRING) {
      pieces.add(text.substring(i, Math.min(text.length(), i + MAX_STRING)));
    }
    return pieces;
  }

  @Override
  public void close() {
    socket.close();
  }
}
