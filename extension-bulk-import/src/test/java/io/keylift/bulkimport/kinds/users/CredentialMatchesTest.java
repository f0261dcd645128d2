// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.jpa.entities.CredentialEntity;

class CredentialMatchesTest {

    private static final String SECRET = "{'value':'QQ==','salt':'QUJD'}";
    private static final String DATA =
            "{'hashIterations':5,'algorithm':'argon2','additionalParameters':{'memory':['7']}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {'value':'a-seed'} | {'subType':'hotp','counter':9} | true
            {'value':'a-seed'} | {'subType':'hotp','counter':0} | true
            {'value':'MEWXGZLFMQ'} | {'subType':'totp','secretEncoding':'BASE32'} | true
            {'value':'b-seed'} | {'subType':'hotp','counter':0} | false
            {} | {} | false
            x | y | false
            """)
    void aSeedIsTheSameWhateverItsCounterAndEncoding(String secretData, String credentialData, boolean same) {
        CredentialDraft seed = draft(null, "otp", "{'value':'a-seed'}", "{'subType':'hotp','counter':0}");

        assertThat(isStored(row("1", "otp", secretData, credentialData), seed)).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            webauthn | {'credentialId':'AQ==','counter':9} | true
            webauthn | {'credentialId':'Ag==','counter':0} | false
            webauthn | {} | false
            webauthn-passwordless | {'credentialId':'AQ=='} | false
            """)
    void anAuthenticatorIsTheSameWhateverItsCounter(String type, String credentialData, boolean same) {
        CredentialDraft key = draft(null, "webauthn", "{}", "{'credentialId':'AQ==','counter':0}");

        assertThat(isStored(row("1", type, "{}", credentialData), key)).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a b c | true
            b c   | true
            c     | true
            c d   | false
            ''    | false
            """)
    void recoveryCodesAreTheSameIfSomeAreUsed(String left, boolean same) {
        CredentialDraft codes = draft(null, "recovery-authn-codes", codes("a b c"), "{}");

        assertThat(isStored(row("1", "recovery-authn-codes", codes(left), "{}"), codes))
                .isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({"5, 6", "argon2, pbkdf2", "7, 8", "QQ==, QR==", "QUJD, QUJE"})
    void aHashIsTheSameOnlyIfAllOfItIs(String part, String other) {
        CredentialEntity row = row("1", "password", SECRET, DATA);
        CredentialDraft reordered = draft(
                null,
                "password",
                "{ 'salt' : 'QUJD', 'value' : 'QQ==', 'algorithmData' : {} }",
                "{'algorithm':'argon2','additionalParameters':{'memory':['7']},'hashIterations':5}");

        assertThat(isStored(row, draft(null, "password", SECRET, DATA))).isTrue();
        assertThat(isStored(row, reordered)).isTrue();
        assertThat(isStored(row, draft(null, "password", SECRET.replace(part, other), DATA.replace(part, other))))
                .isFalse();
    }

    @Test
    void anIdTellsItForSecondFactorsAndNotForPasswords() {
        List<CredentialEntity> stored = List.of(
                row("1", "otp", "{'value':'a-seed'}", "{'subType':'totp'}"),
                row("2", "password", "{'value':'QQ=='}", "{'algorithm':'pbkdf2'}"));
        CredentialDraft otp = draft("1", "otp", "{'value':'b-seed'}", "{'subType':'totp'}");
        CredentialDraft password = draft("2", "password", "{'value':'Qg=='}", "{'algorithm':'pbkdf2'}");

        assertThat(CredentialMatches.missing(stored, List.of(otp, password))).containsExactly(password);
    }

    @Test
    void aPlainPasswordIsNeverTheSame() {
        List<CredentialEntity> stored = List.of(row("1", "password", "{'value':'QQ=='}", "{'algorithm':'pbkdf2'}"));
        CredentialDraft plain = draft("1", "password", "{'value':'QQ=='}", "{'algorithm':'pbkdf2'}");
        plain.plain = "A";

        assertThat(CredentialMatches.missing(stored, List.of(plain))).containsExactly(plain);
    }

    @Test
    void ofSeveralPasswordsTheLastCounts() {
        List<CredentialEntity> stored = List.of(row("1", "password", "{'value':'QQ=='}", "{'algorithm':'pbkdf2'}"));
        CredentialDraft same = draft(null, "password", "{'value':'QQ=='}", "{'algorithm':'pbkdf2'}");
        CredentialDraft other = draft(null, "password", "{'value':'Qg=='}", "{'algorithm':'pbkdf2'}");

        assertThat(CredentialMatches.missing(stored, List.of(other, same))).isEmpty();
        assertThat(CredentialMatches.missing(stored, List.of(same, other))).containsExactly(other);
    }

    @Test
    void aRecordCanGiveASecondFactorTwice() {
        CredentialDraft otp = draft(null, "otp", "{'value':'a-seed'}", "{'subType':'totp'}");
        CredentialDraft password = draft(null, "password", "{'value':'QQ=='}", "{'algorithm':'pbkdf2'}");
        List<CredentialDraft> before = new ArrayList<>(List.of(otp, password));

        assertThat(CredentialMatches.isGiven(before, draft(null, "otp", "{'value':'a-seed'}", "{'subType':'hotp'}")))
                .isTrue();
        assertThat(CredentialMatches.isGiven(before, draft(null, "otp", "{'value':'b-seed'}", "{}")))
                .isFalse();
        assertThat(CredentialMatches.isGiven(before, password)).isFalse();
    }

    private static boolean isStored(CredentialEntity row, CredentialDraft draft) {
        return CredentialMatches.missing(List.of(row), List.of(draft)).isEmpty();
    }

    private static String codes(String hashes) {
        return hashes.isEmpty()
                ? "{'codes':[]}"
                : "{'codes':[{'encodedHashedValue':'" + hashes.replace(" ", "'},{'encodedHashedValue':'") + "'}]}";
    }

    private static CredentialEntity row(String id, String type, String secretData, String credentialData) {
        CredentialEntity row = new CredentialEntity();
        row.setId(id);
        row.setType(type);
        row.setSecretData(secretData.replace('\'', '"'));
        row.setCredentialData(credentialData.replace('\'', '"'));
        return row;
    }

    private static CredentialDraft draft(String id, String type, String secretData, String credentialData) {
        CredentialDraft draft = new CredentialDraft(0, type, id, null, null);
        draft.secretData = secretData.replace('\'', '"');
        draft.credentialData = credentialData.replace('\'', '"');
        return draft;
    }
}
