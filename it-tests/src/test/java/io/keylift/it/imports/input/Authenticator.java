// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

/** A WebAuthn authenticator with one credential of algorithm ES256, as another system has registered it. */
final class Authenticator {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    /** That the user is present. */
    private static final byte PRESENT = 1;

    private final byte[] id = "a credential of an authenticator".getBytes(StandardCharsets.US_ASCII);
    private final KeyPair keys;
    private int count;

    /** @param count of the signatures that it has made */
    Authenticator(int count) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        keys = generator.generateKeyPair();
        this.count = count;
    }

    /** In the alphabet that the other system uses. */
    String id() {
        return BASE64.encodeToString(id);
    }

    /** COSE key: an elliptic curve key on P-256 for ES256. */
    String publicKey() {
        ECPublicKey key = (ECPublicKey) keys.getPublic();
        ByteArrayOutputStream cose = new ByteArrayOutputStream();
        cose.writeBytes(HexFormat.of().parseHex("a5010203262001215820"));
        cose.writeBytes(coordinate(key.getW().getAffineX()));
        cose.writeBytes(HexFormat.of().parseHex("225820"));
        cose.writeBytes(coordinate(key.getW().getAffineY()));
        return BASE64.encodeToString(cose.toByteArray());
    }

    private static byte[] coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[32];
        int length = Math.min(bytes.length, fixed.length);
        System.arraycopy(bytes, bytes.length - length, fixed, fixed.length - length, length);
        return fixed;
    }

    /** The form that a browser sends after the user has touched the authenticator. */
    Map<String, String> sign(String challenge, URI origin) throws GeneralSecurityException {
        byte[] clientData = ("{\"type\":\"webauthn.get\",\"challenge\":\"" + challenge + "\",\"origin\":\"" + origin
                        + "\",\"crossOrigin\":false}")
                .getBytes(StandardCharsets.UTF_8);
        count++;
        byte[] data = ByteBuffer.allocate(37)
                .put(sha256(origin.getHost().getBytes(StandardCharsets.UTF_8)))
                .put(PRESENT)
                .putInt(count)
                .array();
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(data);
        signature.update(sha256(clientData));
        return Map.of(
                "clientDataJSON", BASE64.encodeToString(clientData),
                "authenticatorData", BASE64.encodeToString(data),
                "signature", BASE64.encodeToString(signature.sign()),
                "credentialId", id(),
                "userHandle", "",
                "error", "");
    }

    private static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }
}
