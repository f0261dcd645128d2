// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;

class UserRulesTest {

    private static final String BCRYPT = "$2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42";

    private final FakeKeycloak keycloak = new FakeKeycloak();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | missing | /username",
                "{'username':'  '} | missing | /username",
                "{'username':'ab'} | invalid | /username",
                "{'username':'a b<'} | invalid | /username",
                "{U,'email':'nowhere'} | invalid | /email",
                "{U,'firstName':'<b>'} | invalid | /firstName",
                "{U,'realmRoles':['a\\u0000']} | invalid | /realmRoles/0",
                "{U,'lastName':'a\\ud800'} | invalid | /lastName",
                "{U,'attributes':{'a/b':'x'}} | unwritable_attribute | /attributes/a~1b",
                "{U,'attributes':{'username':'other'}} | invalid | /attributes/username",
                "{U,'attributes':{'LDAP_ID':'x'}} | unwritable_attribute | /attributes/LDAP_ID",
                "{U,'id':'f:1:2'} | invalid | /id",
                "{U,'federationLink':'x'} | invalid | /federationLink",
                "{U,'requiredActions':['x']} | unknown_required_action | /requiredActions/0",
                "{U,'credentials':[{'type':'password','value':'**********'}]} | invalid | /credentials/0/value",
                "{U,'realmRoles':['a',null]} | missing | /realmRoles/1",
                "{U,'clientRoles':{'a/b':['']}} | missing | /clientRoles/a~1b/0",
                "{U,'organizations':[{}]} | missing | /organizations/0/alias",
                "{U,'organizations':[{'alias':'a','departments':['/x',' ']}]} | missing |"
                        + " /organizations/0/departments/1",
                "{U,'federatedIdentities':[{'identityProvider':'a'}]} | missing | /federatedIdentities/0/userId",
                "{U,'clientConsents':[{'clientId':'a'},{'clientId':'a'}]} | invalid | /clientConsents/1",
                "{U,'clientConsents':[{'grantedClientScopes':['a']}]} | missing | /clientConsents/0/clientId",
                "{U,'clientConsents':[{'clientId':'a','grantedClientScopes':['']}]} | missing |"
                        + " /clientConsents/0/grantedClientScopes/0",
                "{U,'clientConsents':[{'clientId':'a','grantedRealmRoles':['b']}]} | unsupported_field |"
                        + " /clientConsents/0/grantedRealmRoles",
                "{U,'credentials':[{'type':'kerberos','secretData':'{}','credentialData':'{}'}]} | invalid |"
                        + " /credentials/0/type",
                "{U,'credentials':[{'type':'password'}]} | missing | /credentials/0",
                "{U,'credentials':[{'type':'otp','value':'x'}]} | invalid | /credentials/0/value",
                "{U,'credentials':[{'type':'password','secretData':'x','credentialData':'{}'}]} | invalid |"
                        + " /credentials/0",
                "{U,'credentials':[{'hash':'" + BCRYPT + "'}]} | invalid | /credentials/0/hash",
                "{U,'credentials':[{'type':'otp','hash':'" + BCRYPT + "'}]} | invalid | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','value':'','hash':'" + BCRYPT
                        + "'}]} | invalid | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','secretData':'{}','hash':'" + BCRYPT
                        + "'}]} | invalid | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':'pbkdf2_sha256$1$\\u0000$x'}]} | invalid |"
                        + " /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':' '}]} | unknown_hash_algorithm | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':null}]} | missing | /credentials/0",
                "{U,'credentials':[{'type':'password','hash':'no hash'}]} | unknown_hash_algorithm |"
                        + " /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':'{SMD5}UjFY34os/pnZQ3oQOzjqGu4yeXE='}]} |"
                        + " unknown_hash_algorithm | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','algorithm':'rot13','hash':'" + BCRYPT
                        + "'}]} | unknown_hash_algorithm | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':'$2b$31$yobOT8CyiI3Ls6BM/.MNWu."
                        + "O6UcaOinlpRnEkPJttZn2dQZ5uZC42'}]} | hash_too_costly | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':'$argon2id$v=19$m=999999,t=5,p=4$cm94YnRVOW5jZzFzcVE4bQ$"
                        + "fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp4'}]} | hash_too_costly | /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hash':'$argon2id$v=18$m=32,t=5,p=4$cm94YnRVOW5jZzFzcVE4bQ$"
                        + "fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp4'}]} | unknown_hash_algorithm |"
                        + " /credentials/0/hash",
                "{U,'credentials':[{'type':'password','hashedSaltedValue':'QUJD','salt':'REVG',"
                        + "'hashIterations':5000001,'algorithm':'pbkdf2'}]} | hash_too_costly | /credentials/0",
                "{U,'credentials':[{'type':'password','hashedSaltedValue':'','salt':'REVG',"
                        + "'hashIterations':5,'algorithm':'pbkdf2'}]} | unknown_hash_algorithm | /credentials/0",
                "{U,'credentials':[{'type':'password','hashedSaltedValue':'QUJD\\n','salt':'REVG',"
                        + "'hashIterations':5,'algorithm':'pbkdf2'}]} | invalid | /credentials/0",
                "{U,'credentials':[{'type':'password','secretData':'null','credentialData':'null'}]} | invalid |"
                        + " /credentials/0",
                "{U,'credentials':[{'type':'otp','secretData':'null','credentialData':'{}'}]} | invalid |"
                        + " /credentials/0/credentialData",
                "{U,'credentials':[{'type':'totp','hashedSaltedValue':'a-seed','algorithm':'HmacSHA1',"
                        + "'digits':0,'counter':0,'period':30}]} | invalid | /credentials/0",
                "{U,'credentials':[{'type':'webauthn','secretData':'{}','credentialData':'{}'}]} | invalid |"
                        + " /credentials/0/credentialData",
                "{U,'credentials':[{'type':'recovery-authn-codes','secretData':'{}','credentialData':'{}'}]} |"
                        + " invalid | /credentials/0",
                "{U,'credentials':[{'type':'recovery-authn-codes','credentialData':'{}','secretData':"
                        + "'{\\\"codes\\\":[]}'}]} | invalid | /credentials/0/secretData",
            })
    void namesTheFault(String json, String code, String pointer) throws IOException {
        Item<UserDraft> item = keycloak.validate(user(json), IfExists.FAIL);

        assertThat(item.reject()).isNotNull();
        assertThat(item.reject().code()).isEqualTo(code);
        assertThat(item.reject().pointer()).isEqualTo(pointer);
    }

    @Test
    void tooLongForTheColumnIsSaidBeforeTheDatabaseSaysIt() throws IOException {
        Item<UserDraft> item = keycloak.validate(user("{U,'lastName':'" + "x".repeat(256) + "'}"), IfExists.FAIL);

        assertThat(item.reject().code()).isEqualTo(RejectCode.TOO_LONG);
        assertThat(item.reject().pointer()).isEqualTo("/lastName");
    }

    @Test
    void charactersBeyondTheBasicPlaneCountOnce() throws IOException {
        Item<UserDraft> item = keycloak.validate(user("{U,'lastName':'" + "😀".repeat(127) + "'}"), IfExists.FAIL);

        assertThat(item.isRejected()).isFalse();
    }

    @Test
    void namesAreLowerCasedAndBlankValuesLeftOut() throws IOException {
        keycloak.profile.setUnmanagedAttributePolicy(UnmanagedAttributePolicy.ENABLED);

        UserDraft draft =
                draft("{'username':'JDoe','email':'J@X.org','firstName':' ','attributes':{'a':['1','','2'],'b':' '}}");

        assertThat(draft.username).isEqualTo("jdoe");
        assertThat(draft.email).isEqualTo("j@x.org");
        assertThat(draft.firstName).isNull();
        assertThat(draft.attributes).isEqualTo(Map.of("a", List.of("1", "2")));
    }

    @Test
    void theEmailAddressIsTheUsernameWhereTheRealmSaysSo() throws IOException {
        keycloak.on.add("isRegistrationEmailAsUsername");

        assertThat(draft("{'email':'J@X.org'}").username).isEqualTo("j@x.org");
        assertThat(keycloak.validate(user("{U,'email':'j@x.org'}"), IfExists.FAIL)
                        .reject()
                        .pointer())
                .isEqualTo("/username");
        assertThat(keycloak.validate(user("{'username':'jdoe'}"), IfExists.FAIL)
                        .reject()
                        .pointer())
                .isEqualTo("/email");
    }

    @Test
    void whatMakesANewUserImpossibleWaitsUntilItIsKnownThatTheUserIsNew() throws IOException {
        Item<UserDraft> item = keycloak.validate(user("{U,'attributes':{'unknown':'x'}}"), IfExists.MERGE);

        assertThat(item.isRejected()).isFalse();
        assertThat(item.record().fault.pointer()).isEqualTo("/attributes/unknown");
    }

    @Test
    void aCredentialOfTheDeprecatedFormIsConverted() throws IOException {
        UserDraft draft = draft("{U,'credentials':[{'type':'password','temporary':true,"
                + "'hashedSaltedValue':'QUJD','salt':'REVG','hashIterations':5,'algorithm':'pbkdf2'}]}");

        assertThat(draft.credentials).hasSize(1);
        assertThat(draft.credentials.get(0).secretData).isEqualTo("{\"value\":\"QUJD\",\"salt\":\"REVG\"}");
        assertThat(draft.credentials.get(0).credentialData)
                .contains("\"hashIterations\":5")
                .contains("\"algorithm\":\"pbkdf2\"");
        assertThat(draft.updatePassword).isTrue();
    }

    @Test
    void whatAUserHadIsGivenBackEvenIfNobodyCanSignInWithIt() throws IOException {
        UserRecord user = user("{U,'credentials':[{'type':'password','secretData':'{}','credentialData':'{}'},"
                + "{'type':'otp','secretData':'{}','credentialData':'{}'}]}");
        assertThat(keycloak.validate(user, IfExists.OVERWRITE).reject()).isNotNull();

        keycloak.undone = new JobSpec.Undone("uid", "job");

        assertThat(keycloak.validate(user, IfExists.OVERWRITE).record().credentials)
                .hasSize(2);
    }

    /** The stored form is exported and imported again. */
    @Test
    void aHashOfAnotherSystemIsStoredAsItIs() throws IOException {
        UserDraft draft =
                draft("{U,'credentials':[{'type':'password','temporary':true,'userLabel':'old','createdDate':7,"
                        + "'hash':' " + BCRYPT + " '}]}");

        CredentialDraft stored = draft.credentials.get(0);
        assertThat(stored.credentialData)
                .isEqualTo("{\"hashIterations\":10,\"algorithm\":\"keylift-bcrypt\",\"additionalParameters\":{}}");
        assertThat(stored.secretData).isEqualTo("{\"value\":\"" + BCRYPT + "\",\"additionalParameters\":{}}");
        assertThat(stored.label).isEqualTo("old");
        assertThat(stored.createdDate).isEqualTo(7);
        assertThat(draft.updatePassword).isTrue();

        String exported = "{U,'credentials':[{'type':'password','secretData':" + quoted(stored.secretData)
                + ",'credentialData':" + quoted(stored.credentialData) + "}]}";
        CredentialDraft again = draft(exported).credentials.get(0);
        assertThat(again.secretData).isEqualTo(stored.secretData);
        assertThat(again.credentialData).isEqualTo(stored.credentialData);
        Item<UserDraft> bomb = keycloak.validate(user(exported.replace("$2b$10$", "$2b$20$")), IfExists.FAIL);
        assertThat(bomb.reject().code()).isEqualTo(RejectCode.HASH_TOO_COSTLY);
        assertThat(bomb.reject().pointer()).isEqualTo("/credentials/0");
        assertThat(bomb.reject().message()).doesNotContain("yobOT8");
    }

    @Test
    void anArgon2HashIsStoredAsKeycloaksOwn() throws IOException {
        for (String before : List.of("", "argon2", "{ARGON2}")) {
            CredentialDraft stored = draft("{U,'credentials':[{'type':'password','hash':'" + before
                            + "$argon2id$v=19$m=32,t=5,p=4$cm94YnRVOW5jZzFzcVE4bQ$"
                            + "fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp4'}]}")
                    .credentials
                    .get(0);
            assertThat(stored.secretData)
                    .contains("\"fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp4=\"", "\"cm94YnRVOW5jZzFzcVE4bQ==\"");
            assertThat(stored.credentialData)
                    .contains("\"hashIterations\":5,\"algorithm\":\"argon2\"")
                    .contains("\"memory\":[\"32\"]", "\"version\":[\"1.3\"]", "\"hashLength\":[\"32\"]");
        }
    }

    private static String quoted(String json) {
        return "'" + json.replace("\"", "\\\"") + "'";
    }

    @ParameterizedTest
    @CsvSource({
        "7168, 5, 1, 32, ",
        "262145, 1, 1, 32, hash_too_costly",
        "7168, 2000, 1, 32, hash_too_costly",
        "7168, 5, 256, 32, hash_too_costly",
        "7168, 5, 1, 1025, hash_too_costly",
        "7168, 5, 1, 31, unknown_hash_algorithm"
    })
    void whatArgon2TakesIsBounded(int memory, int iterations, int lanes, int length, String code) throws IOException {
        String data = "{\"hashIterations\":" + iterations + ",\"algorithm\":\"argon2\",\"additionalParameters\":"
                + "{\"hashLength\":[\"" + length + "\"],\"memory\":[\"" + memory + "\"],\"type\":[\"id\"],"
                + "\"version\":[\"1.3\"],\"parallelism\":[\"" + lanes + "\"]}}";

        Item<UserDraft> item = keycloak.validate(
                user("{U,'credentials':[{'type':'password','secretData':"
                        + quoted("{\"value\":\"" + "QUJD".repeat(10) + "QUI=\",\"salt\":\"REVG\"}")
                        + ",'credentialData':" + quoted(data)
                        + "}]}"),
                IfExists.FAIL);

        assertThat(item.reject() == null ? null : item.reject().code()).isEqualTo(code);
    }

    @Test
    void aPasswordInTheClearNeverShows() throws IOException {
        Item<UserDraft> item = keycloak.validate(
                user("{U,'firstName':'<','credentials':[{'type':'password','value':'s3cret'}]}"), IfExists.FAIL);

        assertThat(item.reject().message()).doesNotContain("s3cret");
    }

    private UserDraft draft(String json) throws IOException {
        Item<UserDraft> item = keycloak.validate(user(json), IfExists.FAIL);
        assertThat(item.reject()).isNull();
        return item.record();
    }

    private static UserRecord user(String json) throws IOException {
        return new ObjectMapper()
                .readValue(json.replace("{U", "{'username':'jdoe'").replace('\'', '"'), UserRecord.class);
    }
}
