// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Credentials in Keycloak's own form: an import rejects credentials that Keycloak cannot verify. */
@OnSharedServer
class KeycloakCredentialsIT {

    private static final String PASSWORD = "testing123";

    private static TwinRealm realm;
    private static URI server;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer shared) {
        realm = TwinRealm.create(shared, "keycloak-credentials", Map.of());
        server = shared.keycloak().baseUrl();
        sql = new Sql(shared.database());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            good      | 'subType' | 'subType' |
            period    | 'period':86400 | 'period':0 | /credentials/1/credentialData
            backwards | 'period':86400 | 'period':-1 | /credentials/1/credentialData
            digits    | 'digits':6 | 'digits':9 | /credentials/1/credentialData
            negative  | 'digits':6 | 'digits':-6 | /credentials/1/credentialData
            type      | totp | sotp | /credentials/1/credentialData
            no-type   | 'subType':'totp' | 'subType':null | /credentials/1/credentialData
            mac       | HmacSHA1 | HmacROT13 | /credentials/1/credentialData
            no-mac    | 'HmacSHA1' | null | /credentials/1/credentialData
            encoding  | 'secretEncoding':null | 'secretEncoding':'BASE64' | /credentials/1/secretData
            no-seed   | '12345678901234567890' | '' | /credentials/1/secretData
            no-value  | '12345678901234567890' | null | /credentials/1/secretData
            pbkdf2    | 'hashIterations':5 | 'hashIterations':0 | /credentials/0
            no-salt   | ,'salt':'YSBzYWx0IG9mIEtleWNsb2Fr' | | /credentials/0
            no-hash   | HASH | | /credentials/0
            no-base64 | HASH | no hash | /credentials/0
            unpadded  | HASH | UNPADDED | /credentials/0
            unknown   | pbkdf2-sha256 | pbkdf2-md5 | /credentials/0
            """)
    void whatSignsNobodyInIsRejected(String name, String part, String other, String pointer)
            throws IOException, GeneralSecurityException {
        ObjectNode good = user(name, "no part", "");
        ObjectNode changed = user(name, part, other);
        assertThat(imports(good)).isEmpty();

        for (int i = 0; i < 2; i++) {
            sql.execute(
                    "update credential set secret_data = ?, credential_data = ? where type = ? and user_id = ?",
                    changed.at("/credentials/" + i + "/secretData").asText(),
                    changed.at("/credentials/" + i + "/credentialData").asText(),
                    changed.at("/credentials/" + i + "/type").asText(),
                    realm.userId(name));
        }
        // The realm gives each new user a required action, which would prevent the sign-in.
        sql.execute("delete from user_required_action where user_id = ?", realm.userId(name));
        realm.admin().post(realm.path("clear-user-cache"), Map.of());

        assertThat(signsIn(name)).as("signs in").isEqualTo(pointer == null);
        changed.put("username", "other-" + name).put("email", "other-" + name + "@example.org");
        assertThat(imports(changed)).isEqualTo(pointer == null ? List.of() : List.of(pointer));
    }

    private static ObjectNode user(String name, String part, String other) throws GeneralSecurityException {
        String replacement = other == null ? "" : other;
        ObjectNode user = Records.json("{enabled:true,firstName:'P',lastName:'Q'}")
                .put("username", name)
                .put("email", name + "@example.org");
        user.withArray("credentials")
                .add(credential(
                        "password",
                        "{'value':'HASH','salt':'YSBzYWx0IG9mIEtleWNsb2Fr'}"
                                .replace(part, replacement)
                                .replace("HASH", hash())
                                .replace("UNPADDED", hash().replace("=", "")),
                        "{'hashIterations':5,'algorithm':'pbkdf2-sha256'}".replace(part, replacement)))
                .add(credential(
                        "otp",
                        "{'value':'12345678901234567890'}".replace(part, replacement),
                        ("{'subType':'totp','digits':6,'counter':0,'period':86400,'algorithm':'HmacSHA1',"
                                        + "'secretEncoding':null}")
                                .replace(part, replacement)));
        return user;
    }

    private static ObjectNode credential(String type, String secretData, String credentialData) {
        return Records.json("{}")
                .put("type", type)
                .put("secretData", secretData.replace('\'', '"'))
                .put("credentialData", credentialData.replace('\'', '"'));
    }

    private static String hash() throws GeneralSecurityException {
        byte[] salt = Base64.getDecoder().decode("YSBzYWx0IG9mIEtleWNsb2Fr");
        byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(PASSWORD.toCharArray(), salt, 5, 256))
                .getEncoded();
        return Base64.getEncoder().encodeToString(key);
    }

    /** Pointers of the rejects. */
    private static List<String> imports(ObjectNode user) throws IOException {
        ImportAnswer answer = realm.imports().post("users", Records.lines(List.of(user)));
        return answer.addsUp().rejects().stream()
                .map(reject -> reject.get("pointer").asText())
                .toList();
    }

    private static boolean signsIn(String username) throws GeneralSecurityException {
        String otp = SecondFactorsIT.otp("HmacSHA1", 6, Instant.now().getEpochSecond() / 86_400);
        Map<String, String> form = Map.of(
                "grant_type", "password",
                "client_id", "admin-cli",
                "username", username,
                "password", PASSWORD,
                "totp", otp);
        try {
            new AdminHttp(server, realm.name(), form).token();
            return true;
        } catch (HttpFailure e) {
            return false;
        }
    }
}
