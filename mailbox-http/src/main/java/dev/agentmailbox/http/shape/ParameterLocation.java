package dev.agentmailbox.http.shape;

/** Location of a field in a request. */
public enum ParameterLocation {
  PATH(""),
  QUERY("query."),
  HEADER("header."),
  BODY("");

  private final String pathPrefix;

  ParameterLocation(String pathPrefix) {
    this.pathPrefix = pathPrefix;
  }

  /** The {@code errors[].path} of a field in this location. */
  public String pathOf(String name) {
    return pathPrefix + name;
  }
}
