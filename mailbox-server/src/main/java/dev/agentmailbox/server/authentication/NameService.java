package dev.agentmailbox.server.authentication;

import dev.agentmailbox.server.dns.RecordType;
import java.time.Duration;
import java.util.List;

/** DNS lookups. Thread safe; never throws. */
interface NameService {
  /**
   * Looks up records.
   *
   * @param name without a trailing dot
   * @param limit timeout
   */
  Answer ask(String name, RecordType type, Duration limit);

  /** The kind of a result. */
  enum Status {
    FOUND,
    /** The name exists, without such records. */
    EMPTY,
    NO_SUCH_NAME,
    /** No response, or a temporary failure. */
    FAILED
  }

  /**
   * A result.
   *
   * @param values addresses and names in text; the strings of a TXT record joined
   */
  record Answer(Status status, List<String> values) {
    static final Answer EMPTY = new Answer(Status.EMPTY, List.of());
    static final Answer NO_SUCH_NAME = new Answer(Status.NO_SUCH_NAME, List.of());
    static final Answer FAILED = new Answer(Status.FAILED, List.of());

    public Answer {
      values = List.copyOf(values);
    }

    static Answer of(List<String> values) {
      return values.isEmpty() ? EMPTY : new Answer(Status.FOUND, values);
    }

    boolean failed() {
      return status == Status.FAILED;
    }
  }
}
