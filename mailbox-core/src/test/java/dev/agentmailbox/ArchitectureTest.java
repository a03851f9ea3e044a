package dev.agentmailbox;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.agentmailbox.mime.html.BoundedHtml;
import java.time.Clock;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  /** What all features may use, and what uses no feature. */
  private static final Set<String> SHARED = Set.of("request", "record", "work");

  /** Which feature may use which. */
  private static final Map<String, Set<String>> FEATURES =
      Map.ofEntries(
          feature("access", "notice"),
          feature("access.grant", "access"),
          feature("account", "access", "access.grant", "notice", "sending.outcome"),
          feature("draft", "event", "message", "sending"),
          feature("erasure", "message", "policy", "sending.release"),
          feature("event", "message"),
          feature("inbox", "message", "sending.release"),
          feature("intake", "message", "policy", "sending.outcome"),
          feature("intake.screening"),
          feature("message", "policy"),
          feature("notice", "policy"),
          feature("policy"),
          feature(
              "sending",
              "event",
              "message",
              "sending.outbox",
              "sending.outcome",
              "sending.release"),
          feature("sending.outbox", "event", "message", "sending.outcome", "sending.release"),
          feature("sending.outcome", "event", "notice"),
          feature("sending.release", "event", "message", "notice", "policy"),
          feature("signup", "access", "account", "inbox", "notice"),
          feature("maintenance", "message", "policy"),
          feature("webhook", "event", "webhook.dispatch"),
          feature("webhook.dispatch"));

  private static final int MOST_TYPES = 30;

  @Test
  void packages_depend_on_each_other_in_one_direction() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("basics")
        .definedBy(core("error"), core("page"), core("id"), core("hash"), core("thread"))
        .layer("nouns")
        .definedBy(
            core("access"),
            core("account"),
            core("inbox"),
            core("message"),
            core("mime.."),
            core("list"),
            core("sending"),
            core("draft"),
            core("event"),
            core("usage"),
            core("audit"),
            core("rule"),
            core("webhook"))
        .layer("port")
        .definedBy(core("port.."))
        .layer("service")
        .definedBy(core("service.."))
        .layer("memory")
        .definedBy(core("memory.."))
        .layer("root")
        .definedBy(ROOT)
        .layer("junit")
        .definedBy(core("junit"))
        .layer("jakarta")
        .definedBy(core("jakarta"))
        .whereLayer("junit")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("jakarta")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("basics")
        .mayNotAccessAnyLayer()
        .whereLayer("nouns")
        .mayOnlyAccessLayers("basics")
        .whereLayer("port")
        .mayOnlyAccessLayers("nouns", "basics")
        .whereLayer("service")
        .mayOnlyAccessLayers("port", "nouns", "basics")
        .whereLayer("memory")
        .mayOnlyAccessLayers("port", "nouns", "basics")
        .check(CORE);
    noClasses()
        .should()
        .resideOutsideOfPackages(
            ROOT,
            core("error"),
            core("page"),
            core("id"),
            core("hash"),
            core("thread"),
            core("access"),
            core("account"),
            core("inbox"),
            core("message"),
            core("mime.."),
            core("list"),
            core("sending"),
            core("draft"),
            core("event"),
            core("usage"),
            core("audit"),
            core("rule"),
            core("webhook"),
            core("port.."),
            core("service.."),
            core("memory.."),
            core("jakarta"),
            core("junit"))
        .because("a new package must get its place among the layers")
        .check(CORE);
  }

  @Test
  void features_use_each_other_only_as_listed() {
    Set<String> used = new TreeSet<>();
    for (JavaClass type : CORE) {
      feature(type)
          .ifPresent(
              from ->
                  type.getDirectDependenciesFromSelf().stream()
                      .flatMap(dependency -> feature(dependency.getTargetClass()).stream())
                      .filter(to -> !to.equals(from))
                      .forEach(to -> used.add(from + " -> " + to)));
    }
    Set<String> listed = new TreeSet<>();
    FEATURES.forEach((from, all) -> all.forEach(to -> listed.add(from + " -> " + to)));
    assertEquals(listed, used);
  }

  @Test
  void no_package_is_larger_than_one_can_overlook() {
    Map<String, Long> types =
        CORE.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertEquals(
        Map.of(),
        types.entrySet().stream()
            .filter(entry -> entry.getValue() > MOST_TYPES)
            .collect(toMap(Map.Entry::getKey, Map.Entry::getValue)));
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
    DescribedPredicate<JavaClass> publicElsewhere =
        describe(
            "public outside mime and the transport",
            type ->
                type.getModifiers().contains(JavaModifier.PUBLIC)
                    && !type.getPackageName().startsWith(core("mime"))
                    && !type.getPackageName().equals(core("jakarta")));
    noCodeUnits()
        .that()
        .arePublic()
        .or()
        .areProtected()
        .and()
        .areDeclaredInClassesThat(publicElsewhere)
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
        .areDeclaredInClassesThat(publicElsewhere)
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

  private static Map.Entry<String, Set<String>> feature(String name, String... uses) {
    return Map.entry(name, Set.of(uses));
  }

  /** The feature that a class belongs to, by its package. */
  private static Optional<String> feature(JavaClass type) {
    String floor = core("service") + ".";
    String name = type.getPackageName();
    return Optional.of(name)
        .filter(feature -> feature.startsWith(floor))
        .map(feature -> feature.substring(floor.length()))
        .filter(feature -> !SHARED.contains(feature));
  }

  private static String core(String name) {
    return ROOT + "." + name;
  }
}
