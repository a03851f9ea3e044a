package dev.agentmailbox.http;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module and what none of them may use. */
class HttpArchitectureTest {
  private static final JavaClasses HTTP =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.agentmailbox.http");

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.agentmailbox.http.(**)").should().beFreeOfCycles().check(HTTP);
  }

  @Test
  void nothing_but_the_server_and_the_door_knows_undertow() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..http.shape..",
            "..http.table..",
            "..http.problem..",
            "..http.token..",
            "..http.limit..",
            "..http.docs..",
            "..http.api..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.undertow..", "org.xnio..")
        .check(HTTP);
  }

  @Test
  void the_table_and_its_shapes_use_no_reflection() {
    noClasses()
        .that()
        .resideInAnyPackage("..http.shape..", "..http.table..", "..http.api..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.reflect..")
        .check(HTTP);
  }

  @Test
  void time_comes_from_the_clock_handed_in() {
    noClasses().should().callMethod(Instant.class, "now").check(HTTP);
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(HTTP);
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(MailboxHttp.Builder.class.getName())
        .should()
        .callMethod(Clock.class, "systemUTC")
        .check(HTTP);
  }

  @Test
  void nothing_is_printed() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(HTTP);
  }
}
