// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An import of credentials that the user already has. */
@OnSharedServer
class SameCredentialsIT {

    private static final String HASH = base64(64, 7);

    private static TwinRealm realm;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "same-credentials", Map.of());
        sql = new Sql(server.database());
    }

    /** The ids are those of another user, as on a server that still has the old realm. */
    @ParameterizedTest
    @CsvSource({"overwrite, ignore", "overwrite, prefer", "merge, ignore", "merge, prefer"})
    void areNeitherAddedNorWritten(String ifExists, String ids) throws IOException, GeneralSecurityException {
        String name = ifExists + "-" + ids;
        ObjectNode record = user(name);
        String key = new Authenticator(5).publicKey();
        record.withArray("credentials").add(password(HASH)).add(otp()).add(codes());
        for (String type : List.of("webauthn", "webauthn-passwordless")) {
            record.withArray("credentials").add(authenticator(type, key));
        }
        ObjectNode old = record.deepCopy().put("username", "old-" + name).put("email", "old-" + name + "@example.org");
        ObjectNode foreign = user("foreign-" + name);
        foreign.withArray("credentials")
                .add(Records.json("{type:'password',hash:'{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr'}"))
                .add(Records.json("{type:'otp',seed:'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'}"))
                .add(Records.json("{type:'webauthn',credentialId:'AQIDBA==',publicKey:'" + key + "'}"));
        assertThat(imports("ids=prefer", old, record, foreign)).containsOnly("added");
        signIn(name);
        List<List<String>> before = credentials(name, "foreign-" + name);
        assertThat(before).hasSize(8);

        for (String dryRun : List.of("true", "false", "false", "false")) {
            assertThat(imports("dryRun=" + dryRun + "&ifExists=" + ifExists + "&ids=" + ids, record, foreign))
                    .containsOnly("skipped");
            assertThat(credentials(name, "foreign-" + name)).isEqualTo(before);
        }
    }

    /** Keycloak itself keeps the id when a user changes the password. */
    @Test
    void anotherHashIsWrittenEvenIfTheIdIsTheSame() throws IOException {
        ObjectNode record = user("changed");
        ObjectNode password = password(HASH);
        record.withArray("credentials").add(password);
        assertThat(imports("ids=strict", record)).containsOnly("added");
        String other = base64(64, 8);
        record.withArray("credentials").removeAll().add(password(other).put("id", text(password, "id")));

        for (String outcome : List.of("updated", "skipped")) {
            assertThat(imports("ids=strict&ifExists=overwrite", record)).containsOnly(outcome);
        }

        assertThat(credentials("changed").toString()).contains(other).doesNotContain(HASH);
    }

    /** Otherwise an import would tell whether a guess is right. */
    @Test
    void aPlainPasswordIsWrittenWhetherItIsTheStoredOneOrNot() throws IOException {
        ObjectNode record = user("plain");
        record.withArray("credentials").add(Records.json("{type:'password',value:'correct horse'}"));
        assertThat(imports("ids=strict", record)).containsOnly("added");

        for (String guess : List.of("correct horse", "battery staple", "battery staple")) {
            List<List<String>> before = credentials("plain");
            record.withArray("credentials")
                    .removeAll()
                    .addObject()
                    .put("type", "password")
                    .put("value", guess);
            for (String dryRun : List.of("true", "false")) {
                assertThat(imports("ifExists=merge&dryRun=" + dryRun, record)).containsOnly("updated");
            }
            assertThat(credentials("plain")).hasSameSizeAs(before).isNotEqualTo(before);
        }
    }

    private static ObjectNode user(String name) {
        return Records.json("{enabled:true,firstName:'P',lastName:'Q',credentials:[]}")
                .put("username", name)
                .put("email", name + "@example.org");
    }

    private static ObjectNode password(String hash) {
        return credential(
                "password",
                "{\"value\":\"" + hash + "\",\"salt\":\"" + base64(16, 3) + "\",\"additionalParameters\":{}}",
                "{\"hashIterations\":5,\"algorithm\":\"pbkdf2-sha512\",\"additionalParameters\":{}}");
    }

    private static ObjectNode otp() {
        return credential(
                "otp",
                "{\"value\":\"a-seed-of-twenty-two-b\"}",
                "{\"subType\":\"hotp\",\"digits\":6,\"counter\":0,\"period\":30,\"algorithm\":\"HmacSHA1\"}");
    }

    private static ObjectNode authenticator(String type, String key) {
        return credential(
                type,
                "{}",
                "{\"aaguid\":\"00000000-0000-0000-0000-000000000000\",\"credentialId\":\"" + base64(16, 1)
                        + "\",\"counter\":0,\"credentialPublicKey\":\"" + key
                        + "\",\"attestationStatementFormat\":\"none\",\"transports\":[\"usb\"]}");
    }

    private static ObjectNode codes() {
        return credential(
                "recovery-authn-codes",
                "{\"codes\":[{\"number\":1,\"encodedHashedValue\":\"" + base64(64, 1)
                        + "\"},{\"number\":2,\"encodedHashedValue\":\"" + base64(64, 2) + "\"}]}",
                "{\"algorithm\":\"SHA-512\",\"totalCodes\":2,\"remainingCodes\":2}");
    }

    private static ObjectNode credential(String type, String secretData, String credentialData) {
        return Records.json("{}")
                .put("type", type)
                .put("id", UUID.randomUUID().toString())
                .put("secretData", secretData)
                .put("credentialData", credentialData);
    }

    private static String base64(int length, int first) {
        byte[] bytes = new byte[length];
        bytes[0] = (byte) first;
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String text(ObjectNode node, String field) {
        return node.get(field).asText();
    }

    /** Sign-ins leave this behind: counters have gone on, and a recovery code is used. */
    private static void signIn(String username) {
        String id = realm.userId(username);
        sql.execute(
                "update credential set credential_data = replace(credential_data, '\"counter\":0', '\"counter\":7')"
                        + " where user_id = ?",
                id);
        sql.execute(
                "update credential set secret_data = regexp_replace(secret_data, '\\{\"number\":1[^}]*\\},', '')"
                        + " where user_id = ? and type = 'recovery-authn-codes'",
                id);
    }

    private static List<String> imports(String query, ObjectNode... records) throws IOException {
        ImportAnswer answer = realm.imports().post("users?results=all&" + query, Records.lines(List.of(records)));
        assertThat(answer.addsUp().rejects()).isEmpty();
        return List.copyOf(answer.outcomes().values());
    }

    private static List<List<String>> credentials(String... usernames) {
        return List.of(usernames).stream()
                .map(realm::userId)
                .flatMap(id -> sql
                        .rows(
                                "select id, type, priority, created_date, secret_data, credential_data from credential"
                                        + " where user_id = ? order by priority",
                                id)
                        .stream())
                .toList();
    }
}
