package dev.agentmailbox;

import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.ThrowsDeclaration;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.agentmailbox.port.MailboxContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The types that the documentation allows embedders to use lead to no others. {@code
 * -Dgolden.update=true} writes the page anew: a type that appears there becomes public.
 */
class PublicTypesTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.agentmailbox");

  private static final Path PAGE = Path.of("../docs/embedders.md");
  private static final Pattern TYPES =
      Pattern.compile("(?<=<!-- generated types -->\n).*?(?=<!-- end -->)", Pattern.DOTALL);
  private static final String ROOT = "dev.agentmailbox";
  private static final String SERVICE = ROOT + ".service";

  /** Those of which all public types may be used; those in {@code port} are too. */
  private static final Set<String> PACKAGES =
      Set.of(
          "access", "account", "draft", "error", "event", "inbox", "jakarta", "junit", "list",
          "memory", "message", "page", "port", "sending", "usage", "webhook");

  /** Its method {@code claim} is for the services. */
  private static final String DIRECT_CLAIM = "DirectClaim";

  @Test
  void the_page_lists_every_type_to_which_public_ones_lead() throws IOException {
    String page = Files.readString(PAGE);
    String current = TYPES.matcher(page).replaceFirst(table());
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, current);
    }
    assertEquals(current, Files.readString(PAGE), "run again with -Dgolden.update=true");
  }

  @Test
  void the_page_names_every_package_of_ports() throws IOException {
    String page = Files.readString(PAGE);
    assertEquals(
        Set.of(),
        CORE.stream()
            .map(type -> type.getPackageName().substring(ROOT.length()).replaceFirst("\\.", ""))
            .filter(name -> name.startsWith("port") && !page.contains('`' + name + '`'))
            .collect(toSet()));
  }

  private static String table() {
    return reached().stream()
        .filter(type -> type.isTopLevelClass() && !isInWholePackage(type))
        .sorted(Comparator.comparing(JavaClass::getName))
        .collect(
            groupingBy(
                type -> type.getPackageName().substring(ROOT.length() + 1),
                TreeMap::new,
                mapping(type -> '`' + type.getSimpleName() + '`', joining(", "))))
        .entrySet()
        .stream()
        .map(row -> "| `" + row.getKey() + "` | " + row.getValue() + " |\n")
        .collect(joining("", "| Package | Types |\n|---|---|\n", ""));
  }

  private static Set<JavaClass> reached() {
    Deque<JavaClass> left = new ArrayDeque<>();
    CORE.stream().filter(PublicTypesTest::isInWholePackage).forEach(left::add);
    Set<JavaClass> reached = new HashSet<>();
    while (!left.isEmpty()) {
      JavaClass type = left.remove();
      if (isOfCore(type) && reached.add(type)) {
        named(type).forEach(left::add);
      }
    }
    return reached;
  }

  private static boolean isOfCore(JavaClass type) {
    return CORE.contain(type.getName())
        && type.getModifiers().contains(PUBLIC)
        && !type.getSimpleName().equals(DIRECT_CLAIM);
  }

  private static boolean isInWholePackage(JavaClass type) {
    String name = type.getPackageName();
    return name.equals(ROOT)
        || name.startsWith(ROOT + ".port.")
        || PACKAGES.contains(name.substring(ROOT.length() + 1));
  }

  /** What a program names that uses the type. */
  private static Stream<JavaClass> named(JavaClass type) {
    Stream<JavaClass> supertypes =
        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
    Stream<? extends JavaCodeUnit> constructors =
        type.isRecord() || !type.getPackageName().startsWith(SERVICE)
            ? type.getConstructors().stream()
            : Stream.of();
    return Stream.concat(
        supertypes,
        Stream.concat(type.getMethods().stream(), constructors)
            .filter(unit -> unit.getModifiers().contains(PUBLIC) && !isForWiring(unit))
            .flatMap(
                unit ->
                    Stream.concat(
                        unit.getAllInvolvedRawTypes().stream(),
                        unit.getThrowsClause().stream().map(ThrowsDeclaration::getRawType))));
  }

  private static boolean isForWiring(JavaCodeUnit unit) {
    return unit.getModifiers().contains(STATIC)
        && unit.getRawParameterTypes().stream()
            .anyMatch(t -> t.isEquivalentTo(MailboxContext.class));
  }
}
