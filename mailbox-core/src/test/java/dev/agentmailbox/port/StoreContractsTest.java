package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StoreContractsTest {
  @Test
  void every_contract_is_listed() {
    Set<JavaClass> contracts =
        new ClassFileImporter()
            .importPackagesOf(StoreContract.class)
            .get(StoreContract.class)
            .getAllSubclasses();
    Set<String> written =
        contracts.stream()
            .filter(JavaClass::isInterface)
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> listed =
        contracts.stream()
            .filter(c -> c.isInnerClass() && c.getName().startsWith(StoreContracts.class.getName()))
            .flatMap(c -> c.getRawInterfaces().stream())
            .map(JavaClass::getSimpleName)
            .collect(Collectors.toCollection(TreeSet::new));
    listed.remove(StoreContract.class.getSimpleName());
    assertEquals(written, listed);
  }
}
