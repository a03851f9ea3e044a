package dev.agentmailbox.http.server.connection;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.limit.Slots;
import dev.agentmailbox.http.limit.TrustedProxies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.ConduitStreamSinkChannel;

/**
 * Limits the open connections per address. Connections of trusted proxies carry requests of many
 * clients and are not counted. Thread safe.
 */
public final class OpenConnections {
  /** Suggested wait. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

  private final Slots<AddressRange> slots;
  private final TrustedProxies proxies;
  private final BareProblem problems;
  private final ConcurrentHashMap<StreamConnection, BareRefusalConduit> open =
      new ConcurrentHashMap<>();
  private volatile boolean stopping;

  public OpenConnections(int mostOfAddress, TrustedProxies proxies, BareProblem problems) {
    this.slots = new Slots<>(mostOfAddress);
    this.proxies = proxies;
    this.problems = problems;
  }

  /**
   * Admits or refuses a new connection.
   *
   * @param serve hands it to Undertow
   */
  void accept(StreamConnection connection, ChannelListener<StreamConnection> serve) {
    InetSocketAddress peer = connection.getPeerAddress(InetSocketAddress.class);
    if (peer == null) {
      IoUtils.safeClose(connection);
      return;
    }
    InetAddress address = peer.getAddress();
    AddressRange holder = proxies.isTrusted(address) ? null : AddressRange.ofCaller(address);
    if (holder != null && !slots.take(holder)) {
      refuse(connection);
      return;
    }
    ConduitStreamSinkChannel sink = connection.getSinkChannel();
    BareRefusalConduit refusals =
        new BareRefusalConduit(sink.getConduit(), problems, () -> stopping);
    sink.setConduit(refusals);
    open.put(connection, refusals);
    serve.handleEvent(connection);
    // Undertow has set its own close listener by now; setting another would replace it.
    ChannelListener<? super StreamConnection> undertows = connection.getCloseListener();
    connection.setCloseListener(
        closed -> {
          leave(connection, holder);
          ChannelListeners.invokeChannelListener(closed, undertows);
        });
    if (!connection.isOpen()) {
      leave(connection, holder);
    }
  }

  private void leave(StreamConnection connection, @Nullable AddressRange holder) {
    if (open.remove(connection) != null && holder != null) {
      slots.free(holder);
    }
  }

  /** Requests that arrive from now on are refused with 503. */
  void stop() {
    stopping = true;
  }

  /** The refusal conduit of an open connection. */
  @Nullable BareRefusalConduit refusals(StreamConnection connection) {
    return open.get(connection);
  }

  private void refuse(StreamConnection connection) {
    MailboxException refusal =
        MailboxException.of(
                ErrorCode.RATE_LIMITED, "too many connections are open from this address")
            .retryAfter(RETRY);
    try {
      // Fits into the send buffer of a new socket; a client that has already sent a request may see
      // a reset instead.
      connection.getSinkChannel().write(problems.answer(refusal, "Too Many Requests"));
    } catch (IOException gone) {
      LOG.debug("a connection was lost before it was refused", gone);
    } finally {
      IoUtils.safeClose(connection);
    }
  }
}
