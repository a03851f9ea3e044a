package dev.agentmailbox.http.table;

/** The methods that rows of the table use. HEAD follows GET and has no rows. */
public enum HttpMethod {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE
}
