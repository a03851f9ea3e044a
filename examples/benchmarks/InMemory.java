import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.junit.TestMailbox;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Mail delivered within the process, to {@code Mailbox.inMemory()} and to a GreenMail: {@code first ours|greenmail} prints the
 * milliseconds from opening to the first stored message, {@code tests ours|greenmail} those of 200 tests with a new mailbox each, and
 * {@code rate} the deliveries a second of both in turn.
 */
class InMemory {
  private static final String FROM = "customer@example.com";
  private static final String TEXT = "The parcel left the warehouse this morning. ".repeat(90);
  private static final int ROUNDS = 7;
  private static final int WARM_UP_ROUNDS = 3;
  private static final int DELIVERIES = 5_000;
  private static final int TESTS = 200;

  private interface Peer extends AutoCloseable {
    void deliver(int number) throws Exception;

    /** The subject of the newest message. */
    String newest() throws Exception;
  }

  private static Peer open(String name) {
    return name.equals("ours") ? ours(Mailbox.inMemory()) : greenMail(false);
  }

  /** As their JUnit extensions give it to a test: TestMailbox has no threads, GreenMail gets mail by SMTP. */
  private static Peer openInTest(String name) {
    return name.equals("ours") ? ours(TestMailbox.open().mailbox()) : greenMail(true);
  }

  private static Peer ours(Mailbox mailbox) {
    Agent agent = mailbox.agent();
    Inbox inbox = agent.openInbox("orders");
    return new Peer() {
      @Override
      public void deliver(int number) {
        agent.deliver(FROM, inbox, "Order " + number, TEXT + number);
      }

      @Override
      public String newest() {
        return agent.messages(inbox).get(0).subject();
      }

      @Override
      public void close() {
        mailbox.close();
      }
    };
  }

  private static Peer greenMail(boolean bySmtp) {
    GreenMail server = new GreenMail(ServerSetupTest.SMTP.dynamicPort());
    server.start();
    GreenMailUser user = server.setUser("orders@agents.localhost", "secret");
    return new Peer() {
      @Override
      public void deliver(int number) {
        if (bySmtp) {
          GreenMailUtil.sendTextEmail(
              user.getEmail(), FROM, "Order " + number, TEXT + number, server.getSmtp().getServerSetup());
          server.waitForIncomingEmail(number);
          return;
        }
        user.deliver(
            GreenMailUtil.createTextEmail(user.getEmail(), FROM, "Order " + number, TEXT + number, ServerSetupTest.SMTP));
      }

      @Override
      public String newest() throws Exception {
        var received = server.getReceivedMessages();
        return received[received.length - 1].getSubject();
      }

      @Override
      public void close() {
        server.stop();
      }
    };
  }

  /** Deliveries a second. */
  private static double rate(Peer peer) throws Exception {
    long start = System.nanoTime();
    for (int number = 1; number <= DELIVERIES; number++) {
      peer.deliver(number);
    }
    double rate = DELIVERIES * 1e9 / (System.nanoTime() - start);
    if (!peer.newest().equals("Order " + DELIVERIES)) {
      throw new IllegalStateException("the last message is missing");
    }
    return rate;
  }

  /** Stores a message and reads it; the nanoseconds until it is stored. */
  private static long test(Peer opened) throws Exception {
    long start = System.nanoTime();
    try (Peer peer = opened) {
      peer.deliver(1);
      long took = System.nanoTime() - start;
      if (!peer.newest().equals("Order 1")) {
        throw new IllegalStateException("the message is missing");
      }
      return took;
    }
  }

  public static void main(String[] args) throws Exception {
    if (args[0].equals("first")) {
      long start = System.nanoTime();
      Peer peer = open(args[1]);
      long opened = System.nanoTime() - start;
      System.out.println((opened + test(peer)) / 1_000_000);
      return;
    }
    if (args[0].equals("tests")) {
      long start = System.nanoTime();
      for (int test = 0; test < TESTS; test++) {
        test(openInTest(args[1]));
      }
      System.out.println((System.nanoTime() - start) / 1_000_000);
      return;
    }
    Map<String, List<Double>> rates = Map.of("ours", new ArrayList<>(), "greenmail", new ArrayList<>());
    for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      for (String name : List.of("ours", "greenmail")) {
        try (Peer peer = open(name)) {
          double rate = rate(peer);
          if (round >= WARM_UP_ROUNDS) {
            rates.get(name).add(rate);
          }
        }
      }
    }
    rates.forEach((name, all) -> Collections.sort(all));
    double ours = rates.get("ours").get(ROUNDS / 2);
    double greenMail = rates.get("greenmail").get(ROUNDS / 2);
    System.out.printf("%.0f %.0f %.2f%n", ours, greenMail, ours / greenMail);
  }
}
