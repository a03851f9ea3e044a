package dev.agentmailbox.junit;

import dev.agentmailbox.Agent;
import dev.agentmailbox.Mailbox;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides each test with a new mailbox and closes it afterwards. A test, or a {@code @BeforeEach}
 * method, has a parameter of type {@link TestMailbox}, {@link Mailbox} or {@link Agent}; all
 * parameters of a test share one mailbox.
 *
 * <pre>{@code
 * @ExtendWith(MailboxExtension.class)
 * class SupportAgentTest {
 *   @Test
 *   void answers(TestMailbox mailbox) { … }
 * }
 * }</pre>
 *
 * <p>Thread safe: tests may run in parallel.
 */
public final class MailboxExtension implements ParameterResolver, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(MailboxExtension.class);

  private static final Map<Class<?>, Function<TestMailbox, Object>> KINDS =
      Map.of(
          TestMailbox.class, mailbox -> mailbox,
          Mailbox.class, TestMailbox::mailbox,
          Agent.class, TestMailbox::agent);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return KINDS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (context.getTestMethod().isEmpty()) {
      throw new ParameterResolutionException(
          "a mailbox belongs to a test method and cannot be injected here");
    }
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    TestMailbox mailbox = store.get(TestMailbox.class, TestMailbox.class);
    if (mailbox == null) {
      mailbox = TestMailbox.open();
      store.put(TestMailbox.class, mailbox);
    }
    Function<TestMailbox, Object> kind = KINDS.get(parameter.getParameter().getType());
    if (kind == null) {
      throw new ParameterResolutionException("no mailbox is of that type");
    }
    return kind.apply(mailbox);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    @Nullable TestMailbox mailbox =
        context.getStore(NAMESPACE).remove(TestMailbox.class, TestMailbox.class);
    if (mailbox != null) {
      mailbox.close();
    }
  }
}
