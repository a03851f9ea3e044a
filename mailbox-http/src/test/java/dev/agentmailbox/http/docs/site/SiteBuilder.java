package dev.agentmailbox.http.docs.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Renders the documentation into the jar. The build runs it. */
public final class SiteBuilder {
  private SiteBuilder() {}

  /**
   * Writes all pages, pictures and other files of the documentation.
   *
   * @param args the directory of the repository, and where to write
   */
  public static void main(String[] args) throws IOException {
    Path site = Path.of(args[1]);
    SiteFiles files = new SiteFiles(Path.of(args[0]).toAbsolutePath().normalize());
    SiteRenderer renderer = new SiteRenderer(files);
    SiteText text = new SiteText(files);
    for (String page : files.pages()) {
      String address = files.address(page).orElseThrow();
      Path file = site.resolve(address.isEmpty() ? "index.html" : "pages/" + address + ".html");
      Files.createDirectories(site.resolve("pages/" + address).getParent());
      Files.writeString(file, renderer.html(page));
      Files.writeString(site.resolve("pages/" + files.markdown(page)), text.markdown(page));
    }
    Files.writeString(site.resolve("search.json"), SearchIndex.of(files));
    Files.writeString(site.resolve("llms.txt"), text.list());
    Files.writeString(site.resolve("llms-full.txt"), text.all());
    for (String other : files.picturesAndFiles()) {
      Path file = site.resolve("pages/" + files.address(other).orElseThrow());
      Files.createDirectories(file.getParent());
      Files.copy(Path.of(args[0], other), file, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
