package dev.agentmailbox.http.docs.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.agentmailbox.http.docs.DocumentationPages;
import dev.agentmailbox.http.table.StaticFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search of the documentation, asked what users of peers ask. */
class SearchQuestionsIT {
  private static final long LIMIT_SECONDS = 60;

  @TempDir Path directory;

  private Path served(String name, String as) throws IOException {
    return Files.write(
        directory.resolve(as), StaticFile.read(DocumentationPages.class, "site/" + name));
  }

  private static boolean hasNode() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException none) {
      return false;
    }
  }

  @Test
  void the_first_answer_to_each_question_is_on_the_page_that_has_it() throws Exception {
    assumeTrue(hasNode(), "node does not run here");
    Path questions = Path.of("src/test/resources/docs/questions.txt");
    assertEquals(
        30, Files.readAllLines(questions).stream().filter(line -> line.contains(" | ")).count());
    Path printed = directory.resolve("printed");
    Process node =
        new ProcessBuilder(
                "node",
                "src/test/resources/docs/questions.mjs",
                // A module by its name: node of a version before 22 asks for that.
                served("search.js", "search.mjs").toString(),
                served("search.json", "search.json").toString(),
                questions.toString())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertTrue(node.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals("", Files.readString(printed, StandardCharsets.UTF_8));
    assertEquals(0, node.exitValue());
  }
}
