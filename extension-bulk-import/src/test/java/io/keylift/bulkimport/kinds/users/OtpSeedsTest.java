// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.dto.OTPCredentialData;
import org.keycloak.models.credential.dto.OTPSecretData;
import org.keycloak.models.utils.HmacOTP;
import org.keycloak.util.JsonSerialization;

/** Seeds and one-time passwords of RFC 4226, appendix D, and RFC 6238, appendix B. */
class OtpSeedsTest {

    /** Key of SHA-1 in both RFCs, in Base32. */
    private static final String SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    private final OtpSeeds seeds = new OtpSeeds();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            seed:'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',digits:8                                         | 1  | 94287082
            seed:'gezd gnbv-gy3t qojq gezd gnbv gy3t qojq=',digits:8                                 | 1  | 94287082
            seed:'3132333435363738393031323334353637383930',seedEncoding:'hex',digits:8              | 1  | 94287082
            seed:'MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=',seedEncoding:'base64',digits:8,algorithm:'HmacSHA1'  | 1  | 94287082
            seed:'<32 digits>',seedEncoding:'hex',digits:8,algorithm:'SHA256'                        | 1  | 46119246
            seed:'<64 digits>',seedEncoding:'hex',digits:8,algorithm:'sha-512'                       | 1  | 90693936
            type:'hotp',seed:'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',counter:9                            | 9  | 520489
            otpauth:'otpauth://totp/A:carla@a.example?secret=<seed>&issuer=A&digits=8&period=30'     | 1  | 94287082
            otpauth:'otpauth://HOTP/carla?algorithm=SHA1&counter=0&secret=gezdgnbvgy3tqojqgezdgnbvgy3tqojq' | 0 | 755224
            """)
    void aSeedMakesThePasswordsOfTheStandard(String fields, int counter, String password) throws Exception {
        String whole = fields.replace("<seed>", SEED)
                .replace("<32 digits>", hexOfDigits(32))
                .replace("<64 digits>", hexOfDigits(64));
        OTPCredentialModel stored = OTPCredentialModel.createFromCredentialModel(converted(whole));

        assertThat(new HmacOTP(
                                stored.getOTPCredentialData().getDigits(),
                                stored.getOTPCredentialData().getAlgorithm(),
                                1)
                        .generateHOTP(stored.getDecodedSecret(), counter))
                .isEqualTo(password);
    }

    /** Key of the other hashes: this number of digits, which repeat after ten. */
    private static String hexOfDigits(int number) {
        String digits = "1234567890".repeat(7).substring(0, number);
        return HexFormat.of().formatHex(digits.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void whatIsNotSaidIsAsAuthenticatorsAssume() throws Exception {
        CredentialModel model = converted("seed:'" + SEED + "'");

        assertThat(model.getType()).isEqualTo("otp");
        assertThat(model.getCredentialData())
                .isEqualTo("{\"subType\":\"totp\",\"digits\":6,\"counter\":0,\"period\":30,\"algorithm\":\"HmacSHA1\","
                        + "\"secretEncoding\":\"BASE32\"}");
        assertThat(model.getSecretData()).isEqualTo("{\"value\":\"" + SEED + "\"}");
        OTPCredentialModel other = OTPCredentialModel.createFromCredentialModel(
                converted("type:'hotp',seed:'" + SEED + "',counter:7,period:60,algorithm:'SHA256',digits:7"));
        assertThat(other.getCredentialData())
                .contains("\"subType\":\"hotp\",\"digits\":7,\"counter\":7,\"period\":60,\"algorithm\":\"HmacSHA256\"");
        assertThat(other.getDecodedSecret()).isEqualTo("12345678901234567890".getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            seed:'GEZDGNBV0Y3TQOJQ'                                            | seed         | base32
            seed:''                                                            | seed         | base32
            seed:'GEZDGNBV'                                                    | seed         | 10 to 128 bytes
            seed:'A'                                                           | seed         | 10 to 128 bytes
            seed:'zz',seedEncoding:'hex'                                       | seed         | hex
            seed:'*',seedEncoding:'base64'                                     | seed         | base64
            seed:'GEZDGNBVGY3TQOJQ',seedEncoding:'rot13'                       | seedEncoding | base32, hex or base64
            seed:'GEZDGNBVGY3TQOJQ',digits:9                                   | digits       | 6, 7 or 8
            seed:'GEZDGNBVGY3TQOJQ',period:0                                   | period       | 1 to 86400
            seed:'GEZDGNBVGY3TQOJQ',algorithm:'MD5'                            | algorithm    | SHA512
            type:'hotp',seed:'GEZDGNBVGY3TQOJQ'                                | counter      | counter
            type:'hotp',seed:'GEZDGNBVGY3TQOJQ',counter:-1                     | counter      | counter
            type:'hotp',seed:'GEZDGNBVGY3TQOJQ',counter:2147483647             | counter      | counter
            type:'password',seed:'GEZDGNBVGY3TQOJQ'                            | seed         | type `otp`
            otpauth:'otpauth://steam/x?secret=GEZDGNBVGY3TQOJQ'                | otpauth      | `totp` or `hotp`
            otpauth:'https://totp/x?secret=GEZDGNBVGY3TQOJQ'                   | otpauth      | otpauth://totp
            otpauth:'otpauth://totp/x'                                         | otpauth      | otpauth://totp
            otpauth:'otpauth://totp/x?digits=6'                                | otpauth      | base32
            otpauth:'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&digits=six'      | otpauth      | whole numbers
            otpauth:'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ&digits=5'        | otpauth      | 6, 7 or 8
            otpauth:'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ%'                | otpauth      | not a URI
            otpauth:'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ',seed:'GEZDGNBV' | otpauth      | both
            """)
    void aSeedThatMakesNoPasswordsIsUnusable(String fields, String field, String message) throws IOException {
        UserCredential given = given(fields);

        UnusableCredentialException cause = catchThrowableOfType(
                UnusableCredentialException.class, () -> seeds.convert(given, new UserRecord(), new CredentialModel()));

        assertThat(cause.field()).isEqualTo(field);
        assertThat(cause).hasMessageContaining(message);
        assertThat(cause.getMessage()).doesNotContain("GEZDGNBV");
    }

    @ParameterizedTest
    @CsvSource({
        "totp, 6, 30, 0, HmacSHA1, abcdefghij0123456789, , ",
        "totp, 6, 30, 0, HmacSHA256, a, , ",
        "totp, 6, 30, 0, HmacSHA1, mzxw6ytb, BASE32, ",
        "hotp, 8, 0, 7, HmacSHA512, abcdefghij0123456789, , ",
        "totp, 0, 30, 0, HmacSHA1, abcdefghij0123456789, , credentialData",
        "totp, 9, 30, 0, HmacSHA1, abcdefghij0123456789, , credentialData",
        "totp, 6, 0, 0, HmacSHA1, abcdefghij0123456789, , credentialData",
        "totp, 6, 86401, 0, HmacSHA1, abcdefghij0123456789, , credentialData",
        "hotp, 6, 30, -1, HmacSHA1, abcdefghij0123456789, , credentialData",
        "hotp, 6, 30, 2147483647, HmacSHA1, abcdefghij0123456789, , credentialData",
        "sotp, 6, 30, 0, HmacSHA1, abcdefghij0123456789, , credentialData",
        "totp, 6, 30, 0, MD5, abcdefghij0123456789, , credentialData",
        "totp, 6, 30, 0, , abcdefghij0123456789, , credentialData",
        "totp, 6, 30, 0, HmacSHA1, '', , secretData",
        "totp, 6, 30, 0, HmacSHA1, , , secretData",
        "totp, 6, 30, 0, HmacSHA1, A, BASE32, secretData",
        "totp, 6, 30, 0, HmacSHA1, abcdefghij0123456789, HEX, secretData",
    })
    void keycloaksOwnFormIsCheckedAsSeedsAre(
            String type,
            int digits,
            int period,
            int counter,
            String algorithm,
            String secret,
            String encoding,
            String field)
            throws IOException {
        CredentialModel model = new CredentialModel();
        model.setSecretData(JsonSerialization.writeValueAsString(new OTPSecretData(secret)));
        model.setCredentialData(JsonSerialization.writeValueAsString(
                new OTPCredentialData(type, digits, counter, period, algorithm, encoding)));
        OTPCredentialModel stored = OTPCredentialModel.createFromCredentialModel(model);

        UnusableCredentialException cause =
                catchThrowableOfType(UnusableCredentialException.class, () -> OtpSeed.check(stored));

        assertThat(cause == null ? null : cause.field()).isEqualTo(field);
    }

    private CredentialModel converted(String fields) throws IOException, UnusableCredentialException {
        CredentialModel model = new CredentialModel();
        seeds.convert(given(fields), new UserRecord(), model);
        return model;
    }

    private static UserCredential given(String fields) throws IOException {
        String type = fields.contains("type:") ? "" : "type:'otp',";
        return JsonSerialization.readValue(
                ("{" + type + fields + "}")
                        .replaceAll("([{,])([a-zA-Z]+):", "$1\"$2\":")
                        .replace('\'', '"'),
                UserCredential.class);
    }
}
