package dev.agentmailbox.http.token;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/**
 * Encodes and verifies signed tokens: {@code version(1) key_id(1) kind(1) position scope_hash(8)
 * query_hash(8) mac(16)} in base64url, signed with HMAC-SHA256 truncated to 128 bits.
 *
 * <p>Every invalid token is refused with the same {@code invalid_request}. Thread safe.
 */
public final class TokenCodec {
  private static final byte VERSION = 1;
  private static final int HEAD_BYTES = 3;
  private static final int TAIL_BYTES = 2 * Binding.HASH_BYTES + SigningKeys.MAC_BYTES;
  private static final int MAX_CHARACTERS = 2048;

  private final SigningKeys keys;

  public TokenCodec(SigningKeys keys) {
    this.keys = keys;
  }

  /** Encodes a token. */
  public String seal(TokenKind kind, byte[] position, Binding binding) {
    ByteBuffer token = ByteBuffer.allocate(HEAD_BYTES + position.length + TAIL_BYTES);
    byte keyId = keys.currentId();
    token.put(VERSION).put(keyId).put(kind.code()).put(position);
    token.put(binding.scopeHash()).put(binding.queryHash());
    byte[] mac = keys.sign(keyId, token.array(), token.position());
    if (mac == null) {
      throw new IllegalStateException("the current key exists");
    }
    token.put(mac);
    return kind.prefix() + Base64.getUrlEncoder().withoutPadding().encodeToString(token.array());
  }

  /**
   * The position in a token.
   *
   * @throws MailboxException {@code invalid_request} when it is malformed, forged, of another kind,
   *     or made for another scope or query
   */
  public byte[] open(TokenKind kind, String text, Binding binding) {
    byte[] token = decode(kind, text);
    int signed = token.length - SigningKeys.MAC_BYTES;
    byte[] mac = keys.sign(token[1], token, signed);
    boolean genuine =
        mac != null && MessageDigest.isEqual(mac, Arrays.copyOfRange(token, signed, token.length));
    int hashes = token.length - TAIL_BYTES;
    int queryHash = hashes + Binding.HASH_BYTES;
    if (!genuine
        || token[0] != VERSION
        || token[2] != kind.code()
        || !Arrays.equals(binding.scopeHash(), Arrays.copyOfRange(token, hashes, queryHash))
        || !Arrays.equals(binding.queryHash(), Arrays.copyOfRange(token, queryHash, signed))) {
      throw refusal(kind);
    }
    return Arrays.copyOfRange(token, HEAD_BYTES, hashes);
  }

  private static byte[] decode(TokenKind kind, String text) {
    if (text.startsWith(kind.prefix()) && text.length() <= MAX_CHARACTERS) {
      try {
        byte[] token = Base64.getUrlDecoder().decode(text.substring(kind.prefix().length()));
        if (token.length >= HEAD_BYTES + TAIL_BYTES) {
          return token;
        }
      } catch (IllegalArgumentException e) {
        // deliberately the same refusal for every cause
      }
    }
    throw refusal(kind);
  }

  /** The refusal of an invalid token. */
  static MailboxException refusal(TokenKind kind) {
    return MailboxException.of(
        ErrorCode.INVALID_REQUEST,
        switch (kind) {
          case PAGE -> "the page_token was not issued for this scope and query";
          case CURSOR -> "the cursor was not issued for this scope and query";
          case DOWNLOAD -> "the download link is not valid";
        });
  }
}
