package dev.agentmailbox.http.shape;

/** Where a field stands in a request. */
public enum ParameterLocation {
  PATH(""),
  QUERY("query."),
  HEADER("header."),
  BODY("");

  private final String pathPrefix;

  ParameterLocation(String pathPrefix) {
    this.pathPrefix = pathPrefix;
  }

  /** The {@code errors[].path} of a field of that name here. */
  public String pathOf(String name) {
    return pathPrefix + name;
  }
}
