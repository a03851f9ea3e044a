package dev.agentmailbox.http.passkey;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.exception.DataConversionException;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.VerificationException;
import dev.agentmailbox.access.Passkey;
import dev.agentmailbox.port.access.PasskeyVerifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Passkeys of one web application (Web Authentication Level 3, sections 7.1 and 7.2): the relying
 * party is the host of the console. No attestation is requested. Thread safe.
 */
public final class WebAuthnPasskeys implements PasskeyVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(WebAuthnPasskeys.class);
  private static final boolean USER_VERIFIED = true;
  private static final boolean USER_PRESENT = true;

  private final String origin;
  private final String relyingParty;

  /** Passkeys for the console at this URL. */
  public WebAuthnPasskeys(String origin) {
    this.origin = origin;
    this.relyingParty = URI.create(origin).getHost();
  }

  /** Created lazily: most runs never need it. */
  private static final class Machinery {
    /** Accepted algorithms: ES256, EdDSA, RS256. */
    static final List<PublicKeyCredentialParameters> ALGORITHMS =
        List.of(
            algorithm(COSEAlgorithmIdentifier.ES256),
            algorithm(COSEAlgorithmIdentifier.EdDSA),
            algorithm(COSEAlgorithmIdentifier.RS256));

    static final ObjectConverter CONVERTER = new ObjectConverter();
    static final WebAuthnManager MANAGER =
        WebAuthnManager.createNonStrictWebAuthnManager(CONVERTER);
    static final AttestedCredentialDataConverter CREDENTIALS =
        new AttestedCredentialDataConverter(CONVERTER);

    private static PublicKeyCredentialParameters algorithm(COSEAlgorithmIdentifier which) {
      return new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, which);
    }
  }

  @Override
  public Optional<Answer> read(String credential) {
    return quietly(
        () -> {
          JsonNode answer = JsonMapper.shared().readTree(credential);
          JsonNode client =
              JsonMapper.shared().readTree(bytes(answer.at("/response/clientDataJSON")));
          String challenge = client.path("challenge").stringValue("");
          byte[] id = bytes(answer.path("rawId"));
          return new Answer(challenge, text(id));
        });
  }

  @Override
  public Optional<Registered> register(String credential, String challenge) {
    return quietly(
        () -> {
          JsonNode response = JsonMapper.shared().readTree(credential).path("response");
          RegistrationData made =
              Machinery.MANAGER.verify(
                  new RegistrationRequest(
                      bytes(response.path("attestationObject")),
                      bytes(response.path("clientDataJSON"))),
                  new RegistrationParameters(
                      server(challenge), Machinery.ALGORITHMS, USER_VERIFIED, USER_PRESENT));
          return registered(made);
        });
  }

  private static @Nullable Registered registered(RegistrationData made) {
    if (made.getAttestationObject() == null) {
      return null;
    }
    var data = made.getAttestationObject().getAuthenticatorData();
    AttestedCredentialData key = data.getAttestedCredentialData();
    if (key == null) {
      return null;
    }
    return new Registered(
        text(key.getCredentialId()),
        Base64.getEncoder().encodeToString(Machinery.CREDENTIALS.convert(key)),
        data.getSignCount());
  }

  @Override
  public Optional<Long> authenticate(String credential, String challenge, Passkey passkey) {
    return quietly(
        () -> {
          JsonNode answer = JsonMapper.shared().readTree(credential);
          JsonNode response = answer.path("response");
          byte[] id = bytes(answer.path("rawId"));
          byte[] handle =
              response.path("userHandle").isString() ? bytes(response.path("userHandle")) : null;
          if (handle != null && !Arrays.equals(handle, handle(passkey.userId()))) {
            return null;
          }
          AuthenticationData made =
              Machinery.MANAGER.verify(
                  new AuthenticationRequest(
                      id,
                      handle,
                      bytes(response.path("authenticatorData")),
                      bytes(response.path("clientDataJSON")),
                      bytes(response.path("signature"))),
                  new AuthenticationParameters(
                      server(challenge),
                      record(passkey),
                      List.of(id),
                      USER_VERIFIED,
                      USER_PRESENT));
          var data = made.getAuthenticatorData();
          return data == null ? null : data.getSignCount();
        });
  }

  private static byte[] handle(String userId) {
    return userId.getBytes(StandardCharsets.UTF_8);
  }

  private static CredentialRecord record(Passkey passkey) {
    return new CredentialRecordImpl(
        new NoneAttestationStatement(),
        null,
        null,
        null,
        passkey.signCount(),
        Machinery.CREDENTIALS.convert(Base64.getDecoder().decode(passkey.publicData())),
        null,
        null,
        null,
        null);
  }

  private ServerProperty server(String challenge) {
    return ServerProperty.builder()
        .origin(Origin.create(origin))
        .rpId(relyingParty)
        .challenge(new DefaultChallenge(Base64.getUrlDecoder().decode(challenge)))
        .build();
  }

  private static byte[] bytes(JsonNode base64url) {
    return Base64.getUrlDecoder().decode(base64url.stringValue(""));
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Malformed or invalid responses are refused; only the exception class is logged. */
  private static <T> Optional<T> quietly(Supplier<@Nullable T> work) {
    try {
      return Optional.ofNullable(work.get());
    } catch (JacksonException
        | DataConversionException
        | VerificationException
        | IllegalArgumentException
        | NullPointerException refused) {
      LOG.debug("a passkey response was refused: {}", refused.getClass().getSimpleName());
      return Optional.empty();
    }
  }
}
