package dev.agentmailbox.server.dns;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.ReverseMap;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;

/**
 * A name server of a few names over UDP. A name with records of other types answers no data, one
 * without any NXDOMAIN, unless it is told to fail or to say nothing.
 */
public final class TestDns implements AutoCloseable {
  private static final long TTL_SECONDS = 300;

  /** Questions as {@code name TYPE}. */
  public final List<String> questions = new CopyOnWriteArrayList<>();

  private final Set<Record> records = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> failing = new ConcurrentHashMap<>();
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final DatagramSocket socket;

  public TestDns() throws IOException {
    socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "test-dns");
    thread.setDaemon(true);
    thread.start();
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
  }

  /** A client of it that does not wait long. */
  public Dns client() {
    return Dns.at(List.of(address()), Duration.ofMillis(400), Duration.ofMillis(1_500));
  }

  public TestDns mx(String domain, int preference, String host) {
    return add(new MXRecord(name(domain), DClass.IN, TTL_SECONDS, preference, name(host)));
  }

  /** An A or AAAA record. */
  public TestDns address(String host, String address) throws IOException {
    InetAddress literal = InetAddress.getByName(address);
    return add(
        literal.getAddress().length == 4
            ? new ARecord(name(host), DClass.IN, TTL_SECONDS, literal)
            : new AAAARecord(name(host), DClass.IN, TTL_SECONDS, literal));
  }

  public TestDns text(String name, String... parts) {
    return add(new TXTRecord(name(name), DClass.IN, TTL_SECONDS, Arrays.asList(parts)));
  }

  public TestDns reverse(String address, String host) throws IOException {
    Name name = ReverseMap.fromAddress(InetAddress.getByName(address));
    return add(new PTRRecord(name, DClass.IN, TTL_SECONDS, name(host)));
  }

  /** Answers SERVFAIL for this name. */
  public TestDns fails(String name) {
    failing.put(name(name).toString(), Rcode.SERVFAIL);
    return this;
  }

  /** Answers nothing for this name. */
  public TestDns silent(String name) {
    silent.add(name(name).toString());
    return this;
  }

  public TestDns add(Record record) {
    records.add(record);
    return this;
  }

  public void clear() {
    records.clear();
    failing.clear();
    silent.clear();
  }

  private static Name name(String text) {
    return Name.fromConstantString(text.endsWith(".") ? text : text + ".");
  }

  private void serve() {
    byte[] buffer = new byte[4096];
    try {
      while (true) {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] answer = answer(new Message(Arrays.copyOf(buffer, packet.getLength())));
        if (answer.length > 0) {
          socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
        }
      }
    } catch (IOException e) {
      questions.add("# stopped");
    }
  }

  private byte[] answer(Message query) {
    Record question = query.getQuestion();
    String asked = question.getName().toString().toLowerCase(java.util.Locale.ROOT);
    questions.add(asked + " " + Type.string(question.getType()));
    if (silent.contains(asked)) {
      return new byte[0];
    }
    Message answer = new Message(query.getHeader().getID());
    answer.getHeader().setFlag(Flags.QR);
    answer.getHeader().setFlag(Flags.RA);
    answer.addRecord(question, Section.QUESTION);
    if (failing.containsKey(asked)) {
      answer.getHeader().setRcode(failing.get(asked));
      return answer.toWire();
    }
    List<Record> named =
        records.stream().filter(record -> record.getName().equals(question.getName())).toList();
    List<Record> found =
        named.stream()
            .filter(r -> r.getType() == question.getType() || r.getType() == Type.CNAME)
            .toList();
    found.forEach(record -> answer.addRecord(record, Section.ANSWER));
    if (found.isEmpty()) {
      Name zone = Name.root;
      answer.addRecord(
          new SOARecord(zone, DClass.IN, TTL_SECONDS, zone, zone, 1, 1, 1, 1, 1),
          Section.AUTHORITY);
      answer.getHeader().setRcode(named.isEmpty() ? Rcode.NXDOMAIN : Rcode.NOERROR);
    }
    return answer.toWire();
  }

  @Override
  public void close() {
    socket.close();
  }
}
