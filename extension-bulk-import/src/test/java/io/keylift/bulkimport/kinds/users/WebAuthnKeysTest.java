// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.models.credential.dto.WebAuthnCredentialData;

/** The credential of "ES256 Credential with No Attestation" in the test vectors of Web Authentication Level 3, 16.2. */
class WebAuthnKeysTest {

    private static final byte[] ID =
            HexFormat.of().parseHex("f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4");

    private static final byte[] KEY = HexFormat.of()
            .parseHex("a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61"
                    + "225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220");

    private final WebAuthnKeys keys = new WebAuthnKeys();

    @Test
    void aKeyIsStoredAsKeycloakStoresThoseItRegisters() throws UnusableCredentialException {
        UserCredential given = given();
        given.setSignCount(4_294_967_295L);
        given.setAaguid("8446CCB9-AB1D-B374-750B-2367FF6F3A1F");
        given.setTransports(List.of("usb", "nfc"));

        WebAuthnCredentialData data = converted(given);

        assertThat(data.getCredentialId()).isEqualTo("+R85HbTJsv3g6nAYnLo/tj9Xm6YSKzOtlP8+wzAIS+Q=");
        assertThat(Base64.getUrlDecoder().decode(data.getCredentialPublicKey())).isEqualTo(KEY);
        assertThat(data.getCredentialPublicKey()).doesNotContain("=", "+", "/");
        assertThat(data.getCounter()).isEqualTo(4_294_967_295L);
        assertThat(data.getAaguid()).isEqualTo("8446ccb9-ab1d-b374-750b-2367ff6f3a1f");
        assertThat(data.getAttestationStatementFormat()).isEqualTo("none");
        assertThat(data.getTransports()).isEqualTo(Set.of("usb", "nfc"));
    }

    @Test
    void bothAlphabetsOfBase64AreRead() throws UnusableCredentialException {
        UserCredential given = given();
        given.setCredentialId("-R85HbTJsv3g6nAYnLo_tj9Xm6YSKzOtlP8-wzAIS-Q");
        given.setPublicKey(Base64.getUrlEncoder().withoutPadding().encodeToString(KEY));

        WebAuthnCredentialData data = converted(given);

        assertThat(data.getCredentialId()).isEqualTo("+R85HbTJsv3g6nAYnLo/tj9Xm6YSKzOtlP8+wzAIS+Q=");
        assertThat(Base64.getUrlDecoder().decode(data.getCredentialPublicKey())).isEqualTo(KEY);
        assertThat(data.getAaguid()).isEqualTo("00000000-0000-0000-0000-000000000000");
        assertThat(data.getCounter()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            otp                   | AAAA | pQ   | 0  | -   | publicKey    | type `webauthn`
            webauthn              | -    | pQ   | 0  | -   | credentialId | `credentialId` and `publicKey`
            webauthn-passwordless | AAAA | -    | 0  | -   | publicKey    | `credentialId` and `publicKey`
            webauthn              | *    | pQ   | 0  | -   | credentialId | Base64
            webauthn              | AAAA | pQ   | 0  | -   | publicKey    | COSE
            webauthn              | AAAA | oA   | 0  | -   | publicKey    | COSE
            webauthn              | AAAA | good | -1 | -   | signCount    | 0 to
            webauthn              | AAAA | good | 0  | one | aaguid       | UUID
            """)
    void aKeyThatVerifiesNothingIsUnusable(
            String type, String id, String key, long count, String aaguid, String field, String message) {
        UserCredential given = new UserCredential();
        given.setType(type);
        given.setCredentialId(id);
        given.setPublicKey("good".equals(key) ? Base64.getEncoder().encodeToString(KEY) : key);
        given.setSignCount(count);
        given.setAaguid(aaguid);

        UnusableCredentialException cause = catchThrowableOfType(
                UnusableCredentialException.class, () -> keys.convert(given, new UserRecord(), new CredentialModel()));

        assertThat(cause.field()).isEqualTo(field);
        assertThat(cause).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'none' | 'none' |
            '8446ccb9-ab1d-b374-750b-2367ff6f3a1f' | null |
            '8446ccb9-ab1d-b374-750b-2367ff6f3a1f' | 'x' | aaguid
            +R85 | -R85 | credentialId
            '+R85HbTJsv3g6nAYnLo/tj9Xm6YSKzOtlP8+wzAIS+Q=' | '' | credentialId
            '+R85HbTJsv3g6nAYnLo/tj9Xm6YSKzOtlP8+wzAIS+Q=' | null | credentialId
            'counter':0 | 'counter':-1 | counter
            'counter':0 | 'counter':4294967296 | counter
            pQECAyYg | pQECAyY | credentialPublicKey
            pQECAyYg | **** | credentialPublicKey
            """, quoteCharacter = '"')
    void keycloaksOwnFormIsReadAsKeycloakReadsIt(String part, String other, String field) throws Exception {
        UserCredential given = given();
        given.setAaguid("8446ccb9-ab1d-b374-750b-2367ff6f3a1f");
        CredentialModel model = new CredentialModel();
        keys.convert(given, new UserRecord(), model);
        String data = model.getCredentialData().replace('"', '\'');
        assertThat(data).contains(part);
        model.setCredentialData(data.replace(part, other).replace('\'', '"'));
        WebAuthnCredentialModel stored = WebAuthnCredentialModel.createFromCredentialModel(model);

        UnusableCredentialException cause =
                catchThrowableOfType(UnusableCredentialException.class, () -> keys.check(stored));

        assertThat(cause == null).isEqualTo(field == null);
        if (field != null) {
            assertThat(cause.field()).isEqualTo("credentialData");
            assertThat(cause).hasMessageContaining("`" + field + "`");
        }
    }

    private WebAuthnCredentialData converted(UserCredential given) throws UnusableCredentialException {
        CredentialModel model = new CredentialModel();
        model.setType(given.getType());
        keys.convert(given, new UserRecord(), model);
        return WebAuthnCredentialModel.createFromCredentialModel(model).getWebAuthnCredentialData();
    }

    private static UserCredential given() {
        UserCredential given = new UserCredential();
        given.setType("webauthn");
        given.setCredentialId(Base64.getEncoder().encodeToString(ID));
        given.setPublicKey(Base64.getEncoder().encodeToString(KEY));
        return given;
    }
}
