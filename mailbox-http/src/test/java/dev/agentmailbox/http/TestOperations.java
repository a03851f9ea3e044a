package dev.agentmailbox.http;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ObjectShape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.BodySize;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.request.IdempotentRequest;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A handful of operations that exercise every part of the table. */
public final class TestOperations {
  private static final Field<Long> LIMIT =
      Field.query("limit", Shapes.integer(1, 200), "Most items on the page.").orElse(50L);
  private static final Field<List<String>> LABELS =
      Field.query("labels", Shapes.list(Shapes.text()), "All must match.");
  private static final Field<Boolean> ASCENDING =
      Field.query("ascending", Shapes.flag(), "Oldest first.").orElse(false);
  private static final Field<String> THING_ID = Field.path("thing_id", "The thing.");
  private static final Field<String> ENTRY = Field.path("entry", "The entry.");
  private static final Field<String> NAME =
      Field.of("name", Shapes.text(1, 10), "Its name.").required();
  private static final Field<String> NOTE =
      Field.of("note", Shapes.text(0, 100), "A note; null clears it.").nullable();
  private static final Field<Map<String, @Nullable Object>> METADATA =
      Field.of("metadata", Shapes.freeObject(4096), "Caller data.");
  private static final Field<String> FILENAME = Field.of("filename", Shapes.text(), "Its name.");
  private static final Field<String> CONTENT =
      Field.of("content", Shapes.text(), "Bytes in base64.");
  private static final Field<List<dev.agentmailbox.http.shape.Input>> ATTACHMENTS =
      Field.of(
          "attachments",
          Shapes.list(ObjectShape.closed("TestAttachment", List.of(FILENAME, CONTENT))),
          "Files.");

  static final View<Thing> THING =
      View.<Thing>of("Thing")
          .text("thing_id", Thing::id)
          .about("Its id.")
          .text("name", Thing::name)
          .about("Its name.")
          .count("made", Thing::made)
          .about("How many were made.")
          .build();

  public final AtomicInteger made = new AtomicInteger();
  public final CountDownLatch slowStarted = new CountDownLatch(1);
  public final CountDownLatch slowMayEnd = new CountDownLatch(1);

  /** More than the buffers of a connection take. */
  public static final int FILE_BYTES = 16 << 20;

  public final Semaphore filesOpened = new Semaphore(0);
  public final Semaphore filesClosed = new Semaphore(0);
  private final IdempotencyRunner runner;

  TestOperations(IdempotencyRunner runner) {
    this.runner = runner;
  }

  record Thing(String id, String name, int made) {}

  List<Operation> rows() {
    return List.of(
        Operation.get("listThings", "/v0/things")
            .tag("Things")
            .summary("Lists things.")
            .permission(Permission.INBOX_READ)
            .field(LIMIT)
            .field(LABELS)
            .field(ASCENDING)
            .answersOk(THING, "What was understood.")
            .handledBy(this::list),
        Operation.post("createThing", "/v0/things")
            .tag("Things")
            .summary("Makes a thing.")
            .permission(Permission.INBOX_CREATE)
            .field(NAME)
            .field(NOTE)
            .field(METADATA)
            .answersOk(THING, "The thing.")
            .handledBy(this::create),
        Operation.get("getThing", "/v0/things/{thing_id}")
            .tag("Things")
            .summary("One thing.")
            .permission(Permission.INBOX_READ)
            .field(THING_ID)
            .answersOk(THING, "The thing.")
            .handledBy(call -> Response.ok(THING, new Thing(call.get(THING_ID), "a", 1))),
        Operation.patch("updateThing", "/v0/things/{thing_id}")
            .tag("Things")
            .summary("Changes a thing.")
            .permission(Permission.INBOX_UPDATE)
            .field(THING_ID)
            .field(NOTE)
            .answersOk(THING, "What was understood.")
            .handledBy(this::update),
        Operation.delete("deleteThing", "/v0/things/{thing_id}")
            .tag("Things")
            .summary("Removes a thing.")
            .permission(Permission.INBOX_DELETE)
            .field(THING_ID)
            .answersNoContent("It is gone.")
            .handledBy(call -> Response.noContent()),
        Operation.post("sendThing", "/v0/things/{thing_id}/send")
            .tag("Things")
            .summary("Sends a thing.")
            .permission(Permission.MESSAGE_SEND)
            .field(THING_ID)
            .field(NOTE)
            .field(ATTACHMENTS)
            .bodySize(BodySize.WITH_ATTACHMENTS)
            .with(Trait.REQUIRES_IDEMPOTENCY_KEY)
            .answersOk(THING, "Sent.")
            .handledBy(
                call ->
                    Response.ok(
                        THING,
                        new Thing("sent", "b", call.find(ATTACHMENTS).map(List::size).orElse(0)))),
        Operation.get("getEntry", "/v0/entries/{entry}")
            .tag("Things")
            .summary("An entry.")
            .field(ENTRY)
            .answersOk(THING, "The entry.")
            .handledBy(call -> Response.ok(THING, new Thing(call.get(ENTRY), "e", 0))),
        Operation.get("fail", "/v0/fail")
            .tag("Things")
            .summary("Fails.")
            .access(AccessRule.PUBLIC)
            .answersOk(THING, "Never.")
            .handledBy(
                call -> {
                  throw new IllegalStateException("a fault with private details");
                }),
        Operation.get("busy", "/v0/busy")
            .tag("Things")
            .summary("Is unavailable.")
            .access(AccessRule.PUBLIC)
            .answersOk(THING, "Never.")
            .handledBy(
                call -> {
                  throw MailboxException.of(ErrorCode.UPSTREAM_UNAVAILABLE, "busy");
                }),
        Operation.get("slow", "/v0/slow")
            .tag("Things")
            .summary("Waits.")
            .access(AccessRule.PUBLIC)
            .answersOk(THING, "At last.")
            .handledBy(this::slow),
        Operation.get("file", "/v0/file")
            .tag("Things")
            .summary("A long file.")
            .access(AccessRule.PUBLIC)
            .answer(ResponseSpec.other(200, "text/plain", "Bytes."))
            .handledBy(call -> Response.stream("text/plain", new Bytes())),
        Operation.get("long", "/v0/long")
            .tag("Things")
            .summary("A long answer.")
            .access(AccessRule.PUBLIC)
            .answer(ResponseSpec.other(200, "text/plain", "Bytes."))
            .handledBy(call -> Response.bytes(200, "text/plain", new byte[FILE_BYTES])),
        Operation.post("approveThing", "/v0/things/{thing_id}/approve")
            .tag("Things")
            .summary("Approves.")
            .access(AccessRule.HUMAN)
            .field(THING_ID)
            .field(NAME)
            .answersOk(THING, "Approved.")
            .handledBy(call -> Response.ok(THING, new Thing("approved", "h", 0))));
  }

  /** A number of zeros; its end is noted. */
  private final class Bytes extends FilterInputStream {
    Bytes() {
      super(new ByteArrayInputStream(new byte[FILE_BYTES]));
      filesOpened.release();
    }

    @Override
    public void close() throws IOException {
      super.close();
      filesClosed.release();
    }
  }

  private Response list(Request call) {
    String labels = String.join("|", call.find(LABELS).orElse(List.of()));
    String order = call.get(ASCENDING) ? "ascending" : "descending";
    return Response.ok(THING, new Thing(labels, order, Math.toIntExact(call.get(LIMIT))));
  }

  private Response create(Request call) {
    IdempotentRequest<Thing> once = call.once(200, THING);
    Thing thing =
        runner.write(
            once,
            tx -> {
              once.claim(tx, java.time.Instant.EPOCH);
              if (call.get(NAME).equals("refused")) {
                throw MailboxException.of(ErrorCode.SEND_BLOCKED, "refused");
              }
              return once.finish(tx, new Thing("thing", call.get(NAME), made.incrementAndGet()));
            });
    return Response.ok(THING, thing);
  }

  private Response update(Request call) {
    String note =
        call.isNull(NOTE) ? "null" : call.has(NOTE) ? call.find(NOTE).orElseThrow() : "absent";
    return Response.ok(THING, new Thing(call.get(THING_ID), note, 0));
  }

  private Response slow(Request call) {
    slowStarted.countDown();
    try {
      boolean ended = slowMayEnd.await(30, TimeUnit.SECONDS);
      return Response.ok(THING, new Thing("slow", ended ? "ended" : "gave up", 0));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw MailboxException.of(ErrorCode.INTERNAL_ERROR, "interrupted");
    }
  }
}
