package dev.agentmailbox.http.api.access;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.ParameterLocation;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.service.access.grant.GrantRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The parameters of an authorization request, from a query or a console request body. */
final class GrantFields {
  private static final int MAX_CHARACTERS = 4_096;
  private static final Shape<String> VALUE = Shapes.text(0, MAX_CHARACTERS);

  private final List<Field<String>> all = new ArrayList<>();
  private final Field<String> clientId;
  private final Field<String> redirectUri;
  private final Field<String> responseType;
  private final Field<String> challenge;
  private final Field<String> challengeMethod;
  private final Field<String> scope;
  private final Field<String> resource;
  private final Field<String> state;

  private GrantFields(ParameterLocation location) {
    clientId = field(location, "client_id");
    redirectUri = field(location, "redirect_uri");
    responseType = field(location, "response_type");
    challenge = field(location, "code_challenge");
    challengeMethod = field(location, "code_challenge_method");
    scope = field(location, "scope");
    resource = field(location, "resource");
    state = field(location, "state");
  }

  static GrantFields inQuery() {
    return new GrantFields(ParameterLocation.QUERY);
  }

  static GrantFields inBody() {
    return new GrantFields(ParameterLocation.BODY);
  }

  private Field<String> field(ParameterLocation location, String name) {
    Field<String> made =
        location == ParameterLocation.QUERY ? Field.query(name, VALUE) : Field.of(name, VALUE);
    all.add(made);
    return made;
  }

  List<Field<?>> all() {
    return List.copyOf(all);
  }

  GrantRequest read(Request call) {
    return new GrantRequest(
        call.find(clientId).orElse(""),
        call.find(redirectUri).orElse(""),
        call.find(responseType).orElse(null),
        call.find(challenge).orElse(null),
        call.find(challengeMethod).orElse(null),
        call.find(scope).orElse(null),
        call.find(resource).orElse(null));
  }

  /** The {@code state} parameter; empty when absent. */
  String state(Request call) {
    return call.find(state).orElse("");
  }

  /** The request as the query of another URL. */
  String query(Request call) {
    List<String> parts = new ArrayList<>();
    all.forEach(
        field ->
            call.find(field).ifPresent(value -> parts.add(field.name() + "=" + encoded(value))));
    return String.join("&", parts);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
