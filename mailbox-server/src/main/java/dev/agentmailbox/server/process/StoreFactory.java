package dev.agentmailbox.server.process;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.SettingStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ContentPlace;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.h2.H2Source;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.store.jdbc.content.BucketContent;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.postgres.PostgresStore;
import dev.agentmailbox.store.jdbc.postgres.PostgresTransfer;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.transfer.DirectoryBackup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the configured store and cleans it up. */
public final class StoreFactory {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFactory.class);

  /** Later than the end of any lease. */
  private static final Instant EVERYBODY = Instant.parse("9999-12-31T00:00:00Z");

  /** Recorded as the one who paused sending. */
  private static final String RESTORED = "restore";

  private StoreFactory() {}

  /**
   * An open store.
   *
   * @param clock the time of the database, shared by all processes; the local clock for a data
   *     directory, which has one process
   */
  public record Opened(MailboxStore store, Clock clock) {}

  /**
   * Opens PostgreSQL when a URL is configured, else H2 in the data directory. Creates the data
   * directory in both cases: it holds the secrets.
   *
   * @param local the local clock
   * @throws StoreException with a one-line reason when it cannot be opened
   */
  public static Opened open(ServerConfig config, Clock local) throws IOException {
    Opened opened = opened(config, local);
    try {
      if (config.store().databaseUrl().isEmpty()) {
        pauseIfRestored(config.store().directory(), opened.store());
      }
      sweep(opened.store());
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.store().close();
      throw e;
    }
  }

  private static Opened opened(ServerConfig config, Clock local) throws IOException {
    if (config.store().databaseUrl().isPresent()) {
      requireDirectory(config.store().directory());
      Optional<ContentStore> outside = outside(config, local, PostgresStore.SWEEP_GRACE);
      PostgresUrl url = config.store().databaseUrl().get();
      PostgresStore store =
          named("MAILBOX_DATABASE_URL", () -> PostgresStore.open(url, local, outside));
      return new Opened(store, store.databaseTime());
    }
    MailboxStore store =
        named("MAILBOX_DATA_DIR", () -> H2Store.open(config.store().directory(), local));
    // The directory has one process at a time: earlier holders of live connections are gone.
    store.write(tx -> tx.connectionLeases().removeLost(EVERYBODY));
    return new Opened(store, local);
  }

  /**
   * Opens a store that a server has used before, for a command; creates no directory.
   *
   * @throws StoreException also when there is none, or a server uses the data directory
   */
  public static MailboxStore openExisting(ServerConfig config, Clock clock) throws IOException {
    if (config.store().databaseUrl().isPresent()) {
      PostgresUrl url = config.store().databaseUrl().get();
      return named(
          "MAILBOX_DATABASE_URL",
          () -> {
            PostgresTransfer.requireDatabase(url);
            return PostgresStore.open(url, clock);
          });
    }
    Path directory = config.store().directory();
    Optional<ControlClient> running = ControlClient.connect(directory);
    if (running.isPresent()) {
      running.get().close();
      throw new StoreException("a server is running on " + directory + "; stop it first", null);
    }
    return named(
        "MAILBOX_DATA_DIR",
        () -> {
          H2Source.requireDatabase(directory);
          return H2Store.open(directory, clock);
        });
  }

  /**
   * The id of the first organization.
   *
   * @throws StoreException before the first start of a server
   */
  public static String firstOrganization(MailboxStore store) {
    return store
        .read(tx -> tx.organizations().first())
        .map(Organization::id)
        .orElseThrow(() -> new StoreException("no server has been started on this data yet", null));
  }

  /** For a command, which runs no background work. */
  public static MailboxContext context(ServerConfig config, MailboxStore store) {
    Clock clock = Clock.systemUTC();
    return new MailboxContext(
        store,
        new IdFactory(clock),
        clock,
        new MailboxSettings(config.service().name(), config.service().domains()));
  }

  /** It holds the secrets. */
  private static void requireDirectory(Path directory) {
    try {
      OwnerOnly.createDirectories(directory);
      OwnerOnly.restrict(directory);
    } catch (IOException e) {
      throw new ConfigException(
          "MAILBOX_DATA_DIR: the data directory cannot be created: " + FileProblem.words(e));
    }
  }

  /**
   * Raw messages outside PostgreSQL; empty when they are in it.
   *
   * @param grace how long content without a row is kept
   * @throws ConfigException the place cannot be used
   */
  public static Optional<ContentStore> outside(ServerConfig config, Clock clock, Duration grace) {
    return named(
        "MAILBOX_CONTENT",
        () -> {
          if (config.store().content() instanceof ContentPlace.InBucket bucket) {
            return Optional.of(new BucketContent(bucket.address(), clock, grace).requireUsable());
          }
          return config.store().content() instanceof ContentPlace.InDirectory place
              ? Optional.of(directory(place.path(), clock, grace))
              : Optional.empty();
        });
  }

  private static ContentStore directory(Path path, Clock clock, Duration grace) {
    try {
      return new DirectoryContent(path, clock, grace);
    } catch (IOException e) {
      throw new StoreException(
          "the content directory " + path + " cannot be opened: " + FileProblem.words(e), e);
    }
  }

  /** Puts the setting before the reason. */
  static <T> T named(String setting, Supplier<T> opening) {
    try {
      return opening.get();
    } catch (StoreException e) {
      throw new StoreException(setting + ": " + e.getMessage(), e);
    }
  }

  /** Mail that waited when the backup was made may have been sent since. */
  private static void pauseIfRestored(Path dataDirectory, MailboxStore store) throws IOException {
    if (DirectoryBackup.isOne(dataDirectory)) {
      store.write(
          tx -> {
            if (tx.settings().get(SettingStore.SENDING_PAUSED).isEmpty()) {
              tx.settings().put(SettingStore.SENDING_PAUSED, RESTORED);
            }
            return true;
          });
      DirectoryBackup.take(dataDirectory);
      LOG.warn("the data is a restored backup: sending is paused until an operator resumes it");
    }
  }

  /** Removes content that a crash left without a row. */
  private static void sweep(MailboxStore store) {
    try {
      int removed = store.content().sweep(key -> store.read(tx -> tx.messages().namesContent(key)));
      if (removed > 0) {
        LOG.info("removed {} orphaned contents", removed);
      }
    } catch (IOException e) {
      LOG.warn("orphaned content could not be removed; the next start retries", e);
    }
  }
}
