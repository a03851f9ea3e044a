package dev.agentmailbox.http.mcp;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.api.common.EventWaits;
import dev.agentmailbox.http.shape.Input;
import dev.agentmailbox.http.table.OperationTable;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.token.SigningKeys;
import dev.agentmailbox.id.IdPrefix;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tools of the MCP endpoint in this process, for frameworks that call models themselves: the
 * same names, descriptions, schemas and results, without a server. What strangers wrote is fenced
 * in every result as over MCP. Thread safe; closing ends calls that wait for mail.
 */
public final class MailboxTools implements AutoCloseable {
  private static final int KEY_BYTES = 32;
  private static final String BASE_URL = "http://localhost";

  private final Mailbox mailbox;
  private final Caller caller;
  private final ToolRunner runner;
  private final ToolCatalog catalog;
  private final EventWaits waits;

  /**
   * A tool.
   *
   * @param description what it does, for the model
   * @param inputSchema JSON Schema of its arguments, an object, as JSON
   */
  public record Definition(String name, String description, String inputSchema) {}

  /**
   * Result of a call.
   *
   * @param text for the model; what strangers wrote is between markers
   * @param isError whether the call was refused; the text then says why and what to do, as JSON
   */
  public record Result(String text, boolean isError) {
    /** Omits the text. */
    @Override
    public String toString() {
      return "Result[" + (isError ? "error" : "ok") + "]";
    }
  }

  private MailboxTools(Mailbox mailbox, Caller caller) {
    this.mailbox = mailbox;
    this.caller = caller;
    SecureRandom random = new SecureRandom();
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    SigningKeys keys = SigningKeys.of(key);
    waits = new EventWaits(mailbox.stream());
    runner = new ToolRunner(random, BASE_URL + "/docs");
    OperationTable table = new OperationTable(Api.rows(mailbox, keys, BASE_URL, waits));
    catalog = new ToolCatalog(table.rows(), new ToolRows(mailbox, keys, waits).rows());
  }

  /**
   * The tools of a mailbox.
   *
   * @param caller whose scope and permissions apply, as of an API key; {@link Mailbox#owner} sees
   *     everything, so that an agent should get the caller of a key of its own
   */
  public static MailboxTools of(Mailbox mailbox, Caller caller) {
    return new MailboxTools(mailbox, caller);
  }

  /** The tools that the caller may use, in their fixed order. */
  public List<Definition> list() {
    return catalog
        .describe(caller)
        .valueStream()
        .map(
            tool ->
                new Definition(
                    tool.get("name").stringValue(),
                    tool.get("description").stringValue(),
                    tool.get("inputSchema").toString()))
        .toList();
  }

  /**
   * Calls a tool.
   *
   * @param name as of {@link #list}
   * @param arguments a JSON object; empty for none
   * @return the result; a tool that waits for mail completes it later. Refusals are results too
   * @throws NoSuchElementException there is no such tool
   * @throws IllegalArgumentException the arguments are no JSON object
   */
  public CompletionStage<Result> call(String name, String arguments) {
    Tool tool =
        catalog
            .find(name)
            .filter(one -> one.isFor(caller))
            .orElseThrow(() -> new NoSuchElementException("no tool is named " + name));
    Request.Origin origin =
        new Request.Origin(
            caller, null, InetAddress.getLoopbackAddress(), new CompletableFuture<>(), calls -> {});
    Request outer =
        new Request(
            tool.operation(),
            mailbox.context().ids().next(IdPrefix.REQUEST),
            origin,
            new Request.Content(
                new Input.Builder(List.of()).build(),
                new Input.Builder(List.of()).build(),
                JsonNodeFactory.instance.objectNode()),
            null);
    return runner.run(tool, parsed(arguments), outer).thenApply(MailboxTools::result);
  }

  private static Result result(ObjectNode result) {
    return new Result(
        result.get("content").get(0).get("text").stringValue(),
        result.get("isError").booleanValue());
  }

  private static ObjectNode parsed(String arguments) {
    if (arguments.isBlank()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode parsed = JsonMapper.shared().readTree(arguments);
      if (parsed instanceof ObjectNode object) {
        return object;
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException("the arguments are no JSON: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException("the arguments must be a JSON object");
  }

  /** Ends calls that wait. The mailbox stays open. */
  @Override
  public void close() {
    waits.close();
  }
}
