package dev.agentmailbox.server.smtp;

/** Where Jazzer's own program begins; the property {@code fuzz.target} names the door. */
public final class FuzzDriver {
  private static final FuzzTargets TARGET =
      FuzzTargets.named(System.getProperty("fuzz.target", "mime"));

  private FuzzDriver() {}

  public static void fuzzerTestOneInput(byte[] bytes) {
    TARGET.accept(bytes);
  }
}
