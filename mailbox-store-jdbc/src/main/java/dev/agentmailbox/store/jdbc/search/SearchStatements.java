package dev.agentmailbox.store.jdbc.search;

import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.store.jdbc.sql.ScopedRange;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Statements of a search for a number of words, which a message has all. Their parameters are
 * {@code word0}, {@code end0} and so on.
 *
 * @param matches messages of a range with the words
 * @param newerBlocks blocks from a time on, and whether each may have such a message
 * @param olderBlocks likewise, from a time backwards
 */
record SearchStatements(ScopedRange matches, String newerBlocks, String olderBlocks) {
  private static final String NEWER = ".through >= :edge";
  private static final String OLDER =
      """
      .through <= (SELECT MIN(e.through) FROM search_block e
        WHERE e.org_id = :org_id AND e.through >= :edge)""";

  /**
   * Matches when the last row that starts before the end of the words with a prefix contains one:
   * either it starts with one, or none starts a row.
   */
  private static final String HOLDS =
      """
      COALESCE(POSITION(:word# IN (SELECT w.words FROM search_words w
        WHERE w.org_id = b.org_id AND w.through = b.through AND w.first_word < :end#
        ORDER BY w.org_id DESC, w.through DESC, w.first_word DESC FETCH FIRST 1 ROW ONLY)), 0) > 0""";

  private static final List<SearchStatements> ALL =
      IntStream.rangeClosed(1, SearchStore.MAX_PREFIXES)
          .mapToObj(SearchStatements::ofWords)
          .toList();

  /** The statements of a query. */
  static SearchStatements of(SearchStore.Query query) {
    return ALL.get(query.prefixes().size() - 1);
  }

  private static SearchStatements ofWords(int words) {
    String holds = all(words, HOLDS);
    return new SearchStatements(
        ScopedRange.of(
            "SELECT inbox_id, message_id, thread_id, created_at FROM search_document",
            "",
            "created_at",
            "message_id",
            " AND " + all(words, "POSITION(:word# IN words) > 0")),
        blocks(holds, "b" + NEWER, "b.org_id, b.through"),
        blocks(holds, "b" + OLDER, "b.org_id DESC, b.through DESC"));
  }

  private static String all(int words, String condition) {
    return IntStream.range(0, words)
        .mapToObj(i -> condition.replace("#", Integer.toString(i)))
        .collect(Collectors.joining(" AND "));
  }

  private static String blocks(String holds, String range, String order) {
    return """
        SELECT b.through, b.build_at IS NOT NULL OR (%s) AS holds FROM search_block b
        WHERE b.org_id = :org_id AND %s
        ORDER BY %s FETCH FIRST :limit ROWS ONLY"""
        .formatted(holds, range, order);
  }
}
