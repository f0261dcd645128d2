// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import com.webauthn4j.converter.exception.DataConversionException;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.keycloak.common.util.Base64Url;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.models.credential.dto.WebAuthnCredentialData;

/**
 * Public keys of WebAuthn authenticators, from the server of another relying party:
 * {@code {"type":"webauthn","credentialId":"…","publicKey":"…"}}.
 */
final class WebAuthnKeys implements ForeignForm {

    private static final String KEY_FIELD = "publicKey";
    private static final String ID_FIELD = "credentialId";

    /** Bytes; the longest that the WebAuthn specification lets an authenticator choose. */
    private static final int MAX_ID = 1023;

    /** The counter is a number of 32 bits without a sign. */
    private static final long MAX_COUNT = 0xffff_ffffL;

    /** Id of the model of an authenticator that does not reveal it. */
    private static final String NO_MODEL = "00000000-0000-0000-0000-000000000000";

    private static final Set<String> TYPES =
            Set.of(WebAuthnCredentialModel.TYPE_TWOFACTOR, WebAuthnCredentialModel.TYPE_PASSWORDLESS);

    /** Created at first use: it costs as much as many records, and most imports have no keys. */
    private ObjectConverter converter;

    @Override
    public String field(UserCredential given) {
        if (given.getPublicKey() != null) {
            return KEY_FIELD;
        }
        return given.getCredentialId() == null ? null : ID_FIELD;
    }

    @Override
    public void convert(UserCredential given, UserRecord user, CredentialModel model)
            throws UnusableCredentialException {
        if (given.getType() == null || !TYPES.contains(given.getType())) {
            throw UnusableCredentialException.invalid(
                    field(given),
                    "Only a credential of type `webauthn` or `webauthn-passwordless` can have `" + field(given) + "`");
        }
        byte[] id = decoded(given.getCredentialId(), ID_FIELD);
        if (id.length == 0 || id.length > MAX_ID) {
            throw UnusableCredentialException.invalid(
                    ID_FIELD, "The id of an authenticator's credential must have 1 to " + MAX_ID + " bytes");
        }
        byte[] key = decoded(given.getPublicKey(), KEY_FIELD);
        if (!isKey(key)) {
            throw UnusableCredentialException.invalid(
                    KEY_FIELD, "The value is not a COSE key, which authenticators give when they are registered");
        }
        long count = given.getSignCount() == null ? 0 : given.getSignCount();
        if (count < 0 || count > MAX_COUNT) {
            throw UnusableCredentialException.invalid("signCount", "The counter must be 0 to " + MAX_COUNT);
        }
        List<String> transports = given.getTransports() == null ? List.of() : given.getTransports();
        // As Keycloak encodes both.
        WebAuthnCredentialModel stored = WebAuthnCredentialModel.create(
                given.getType(),
                null,
                aaguid(given.getAaguid()),
                Base64.getEncoder().encodeToString(id),
                null,
                Base64.getUrlEncoder().withoutPadding().encodeToString(key),
                count,
                NoneAttestationStatement.FORMAT,
                Set.copyOf(transports));
        model.setSecretData(stored.getSecretData());
        model.setCredentialData(stored.getCredentialData());
    }

    /**
     * Checks an authenticator in Keycloak's own form. Keycloak reads all authenticators of a user at each sign-in with
     * one of them, and fails if it cannot read one.
     *
     * @throws UnusableCredentialException of {@code credentialData}
     */
    void check(WebAuthnCredentialModel stored) throws UnusableCredentialException {
        WebAuthnCredentialData data = stored.getWebAuthnCredentialData();
        String fault = null;
        if (!isModel(data.getAaguid())) {
            fault = "`aaguid` is not a UUID";
        } else if (!isId(data.getCredentialId())) {
            fault = "`credentialId` is missing or not encoded in Base64";
        } else if (data.getCounter() < 0 || data.getCounter() > MAX_COUNT) {
            fault = "`counter` must be 0 to " + MAX_COUNT;
        } else if (!isKey(data.getCredentialPublicKey())) {
            fault = "`credentialPublicKey` is not a COSE key in Base64 for URLs";
        }
        if (fault != null) {
            throw UnusableCredentialException.invalid(UnusableCredentialException.CREDENTIAL_DATA, fault);
        }
    }

    private static boolean isModel(String aaguid) {
        try {
            return aaguid == null || new AAGUID(aaguid).getValue() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Whether the id is in the alphabet that Keycloak reads. Keycloak ignores other characters, and then finds no
     * authenticator.
     */
    private static boolean isId(String credentialId) {
        try {
            return credentialId != null && Base64.getDecoder().decode(credentialId).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isKey(String credentialPublicKey) {
        try {
            return credentialPublicKey != null && isKey(Base64Url.decode(credentialPublicKey));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isKey(byte[] key) {
        if (converter == null) {
            converter = new ObjectConverter();
        }
        try {
            COSEKey read = converter.getCborConverter().readValue(key, COSEKey.class);
            return read != null && read.getPublicKey() != null;
        } catch (DataConversionException | IllegalArgumentException e) {
            return false;
        }
    }

    private static String aaguid(String given) throws UnusableCredentialException {
        if (given == null || given.isBlank()) {
            return NO_MODEL;
        }
        try {
            return UUID.fromString(given.strip()).toString();
        } catch (IllegalArgumentException e) {
            throw UnusableCredentialException.invalid("aaguid", "The value is not a UUID");
        }
    }

    /** Decodes both alphabets of Base64, with and without padding, because systems use all of them. */
    private static byte[] decoded(String given, String field) throws UnusableCredentialException {
        if (given == null || given.isBlank()) {
            throw new UnusableCredentialException(
                    RejectCode.MISSING, field, "An authenticator requires `credentialId` and `publicKey`");
        }
        try {
            return Base64.getUrlDecoder()
                    .decode(given.strip().replace('+', '-').replace('/', '_').replace("=", ""));
        } catch (IllegalArgumentException e) {
            throw UnusableCredentialException.invalid(field, "The value is not encoded in Base64");
        }
    }
}
