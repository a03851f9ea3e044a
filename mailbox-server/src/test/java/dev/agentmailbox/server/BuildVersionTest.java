package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BuildVersionTest {
  @TempDir Path directory;

  @Test
  void version_and_commit_are_those_of_the_jar() throws Exception {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3");
    attributes.putValue(BuildVersion.COMMIT, "0a1b2c3");
    Path jar = directory.resolve("some.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();

    String[] lines = BuildVersion.lines(URI.create("jar:" + jar.toUri() + "!/Some.class").toURL());

    assertEquals("Agent Mailbox 1.2.3 (commit 0a1b2c3)", lines[0]);
    assertTrue(lines[1].startsWith("Java " + Runtime.version()), lines[1]);
  }

  @Test
  void the_option_prints_it_and_starts_nothing() {
    StringWriter out = new StringWriter();
    assertEquals(
        0, new CommandLine(new Main()).setOut(new PrintWriter(out, true)).execute("--version"));
    assertTrue(out.toString().startsWith("Agent Mailbox "), out.toString());
  }
}
