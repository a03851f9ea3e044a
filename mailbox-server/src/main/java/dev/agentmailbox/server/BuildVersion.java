package dev.agentmailbox.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints, from the manifest of the jar. */
final class BuildVersion implements IVersionProvider {
  /** The attribute with the commit; set by the build. */
  static final String COMMIT = "Build-Commit";

  private static final String UNKNOWN = "unknown";

  @Override
  public String[] getVersion() throws IOException {
    return lines(Objects.requireNonNull(BuildVersion.class.getResource("BuildVersion.class")));
  }

  /**
   * The lines to print.
   *
   * @param inside of the jar, any entry; of another place the version is unknown
   */
  static String[] lines(URL inside) throws IOException {
    Attributes build = manifest(inside).getMainAttributes();
    return new String[] {
      "Agent Mailbox "
          + known(build.getValue(Attributes.Name.IMPLEMENTATION_VERSION))
          + " (commit "
          + known(build.getValue(COMMIT))
          + ")",
      "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")"
    };
  }

  private static String known(@Nullable String value) {
    return value == null ? UNKNOWN : value;
  }

  private static Manifest manifest(URL inside) throws IOException {
    String place = inside.toString();
    int end = place.lastIndexOf('!');
    if (end < 0) {
      return new Manifest();
    }
    try (InputStream in =
        new URL(place.substring(0, end) + "!/META-INF/MANIFEST.MF").openStream()) {
      return new Manifest(in);
    }
  }
}
