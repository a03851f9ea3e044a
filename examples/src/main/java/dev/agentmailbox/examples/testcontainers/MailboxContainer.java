package dev.agentmailbox.examples.testcontainers;

// region testcontainers
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * An Agent Mailbox server in a container, for tests of agents. What it sends is captured and never
 * leaves the container; its data is deleted with it.
 *
 * <pre>{@code
 * @Container
 * static final MailboxContainer MAILBOX = new MailboxContainer();
 * }</pre>
 *
 * <p>A link in an answer of the API names {@code localhost:8080}: resolve its path against {@link
 * #baseUrl()}.
 */
public class MailboxContainer extends GenericContainer<MailboxContainer> {
  /** As built by {@code mvn -Pimage package}. */
  public static final DockerImageName IMAGE = DockerImageName.parse("agent-mailbox:0.1.0");

  static final int HTTP_PORT = 8080;
  static final int SMTP_PORT = 2525;
  private static final int KEY_BYTES = 24;

  private final String apiKey;

  public MailboxContainer() {
    this(IMAGE);
  }

  public MailboxContainer(DockerImageName image) {
    super(image);
    byte[] secret = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(secret);
    apiKey = "sk_container_" + HexFormat.of().formatHex(secret);
    withEnv("MAILBOX_BOOTSTRAP_API_KEY", apiKey);
    withExposedPorts(HTTP_PORT, SMTP_PORT);
    waitingFor(Wait.forHttp("/readyz").forPort(HTTP_PORT));
  }

  /** Where the API answers; {@code /v0/…} and {@code /mcp} follow. */
  public URI baseUrl() {
    return URI.create("http://" + getHost() + ":" + getMappedPort(HTTP_PORT));
  }

  /** Where mail is received, on {@link #getHost()}, for {@code @agents.localhost}. */
  public int smtpPort() {
    return getMappedPort(SMTP_PORT);
  }

  /** A key with every permission. */
  public String apiKey() {
    return apiKey;
  }
}
// endregion
