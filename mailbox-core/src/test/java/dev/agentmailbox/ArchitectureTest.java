package dev.agentmailbox;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.agentmailbox.mime.BoundedHtml;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The arrows between the packages of the core and what none of them may use. A failure here means
 * that a class is in the wrong package or reaches for something that has to be handed to it.
 */
class ArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.agentmailbox");

  /** Only the front door stands here; it wires the rest. */
  private static final String ROOT = "dev.agentmailbox";

  private static final DescribedPredicate<JavaClass> JAKARTA_MAIL =
      resideInAnyPackage("jakarta.mail..", "org.eclipse.angus..");

  private static final Set<String> HTML_PARSING_METHODS =
      Set.of("append", "prepend", "before", "after", "wrap", "html", "isValidBodyHtml");

  @Test
  void packages_depend_on_each_other_in_one_direction() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .withOptionalLayers(true)
        .layer("basics")
        .definedBy(core("error"), core("page"), core("id"))
        .layer("nouns")
        .definedBy(
            core("access"),
            core("account"),
            core("inbox"),
            core("message"),
            core("mime"),
            core("list"),
            core("sending"),
            core("draft"),
            core("event"),
            core("usage"),
            core("webhook"))
        .layer("port")
        .definedBy(core("port"))
        .layer("flow")
        .definedBy(core("flow.."))
        .layer("operation")
        .definedBy(core("operation"))
        .layer("memory")
        .definedBy(core("memory"))
        .layer("root")
        .definedBy(ROOT)
        .layer("junit")
        .definedBy(core("junit"))
        .whereLayer("junit")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("basics")
        .mayNotAccessAnyLayer()
        .whereLayer("nouns")
        .mayOnlyAccessLayers("basics")
        .whereLayer("port")
        .mayOnlyAccessLayers("nouns", "basics")
        .whereLayer("flow")
        .mayOnlyAccessLayers("port", "nouns", "basics")
        .whereLayer("operation")
        .mayOnlyAccessLayers("flow", "port", "nouns", "basics")
        .whereLayer("memory")
        .mayOnlyAccessLayers("port", "nouns", "basics")
        .check(CORE);
  }

  @Test
  void every_class_is_in_a_package_of_the_plan() {
    noClasses()
        .should()
        .resideOutsideOfPackages(
            ROOT,
            core("error"),
            core("page"),
            core("id"),
            core("access"),
            core("account"),
            core("inbox"),
            core("message"),
            core("mime"),
            core("list"),
            core("sending"),
            core("draft"),
            core("event"),
            core("usage"),
            core("webhook"),
            core("port"),
            core("flow.."),
            core("operation"),
            core("memory"),
            core("junit"))
        .because("a new package must get its place among the arrows")
        .check(CORE);
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.agentmailbox.(**)").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void the_core_knows_nothing_of_http_sql_and_json() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..",
            "javax.sql..",
            "java.net.http..",
            "com.sun.net.httpserver..",
            "io.undertow..",
            "jakarta.servlet..",
            "tools.jackson..",
            "com.fasterxml..",
            "org.jdbi..",
            "org.h2..",
            "org.subethamail..")
        .check(CORE);
  }

  @Test
  void time_comes_from_the_clock_handed_in() {
    DescribedPredicate<JavaAccess<?>> readsTheTime =
        describe(
            "read the time of the machine",
            call -> {
              String owner = call.getTargetOwner().getFullName();
              String method = call.getName();
              boolean now = owner.startsWith("java.time.") && method.equals("now");
              boolean clock = owner.equals(Clock.class.getName()) && method.startsWith("system");
              boolean millis = method.equals("currentTimeMillis");
              return now || clock || millis;
            });
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT)
        .should()
        .accessTargetWhere(readsTheTime)
        .orShould()
        .callConstructor(Date.class)
        .check(CORE);
  }

  @Test
  void nothing_is_wired_by_reflection() {
    noClasses()
        .that()
        .resideOutsideOfPackage(core("junit"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.lang.reflect..")
        .orShould()
        .callMethod(Class.class, "forName", String.class)
        .check(CORE);
  }

  @Test
  void the_public_api_shows_no_jakarta_mail() {
    DescribedPredicate<JavaClass> publicOutsideMime =
        describe(
            "public outside mime",
            type ->
                type.getModifiers().contains(JavaModifier.PUBLIC)
                    && !type.getPackageName().equals(core("mime")));
    noCodeUnits()
        .that()
        .arePublic()
        .or()
        .areProtected()
        .and()
        .areDeclaredInClassesThat(publicOutsideMime)
        .should()
        .haveRawReturnType(JAKARTA_MAIL)
        .orShould()
        .haveRawParameterTypes(
            describe("with jakarta.mail", types -> types.stream().anyMatch(JAKARTA_MAIL)))
        .check(CORE);
    noFields()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat(publicOutsideMime)
        .should()
        .haveRawType(JAKARTA_MAIL)
        .allowEmptyShould(true)
        .check(CORE);
  }

  @Test
  void html_is_parsed_in_one_place() {
    DescribedPredicate<JavaCall<?>> parses =
        describe(
            "parse a string as HTML",
            call ->
                call.getTargetOwner().getPackageName().startsWith("org.jsoup")
                    && HTML_PARSING_METHODS.contains(call.getName())
                    && call.getTarget().getRawParameterTypes().stream()
                        .anyMatch(type -> type.isEquivalentTo(String.class)));
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(BoundedHtml.class.getName())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.jsoup", "org.jsoup.parser..", "org.jsoup.helper..")
        .orShould()
        .callMethodWhere(parses)
        .because("only BoundedHtml keeps the limits")
        .check(CORE);
  }

  @Test
  void nobody_prints() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
  }

  private static String core(String name) {
    return ROOT + "." + name;
  }
}
