// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SecondTier;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.readme.Documentation;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Password hashes of other systems, on a server that lets salted MD5 in: users sign in, and are hashed anew. Where the
 * hashes are published says {@code ForeignHashesTest}.
 */
@OnTunedServer
class ForeignHashesIT {

    private static final String REALM = "foreign-hashes";

    /** Each a name, a password, and fields of the credential. */
    private static final String HASHES = """
            argon2 | test | hash:'$argon2id$v=19$m=32,t=5,p=4$cm94YnRVOW5jZzFzcVE4bQ$fBxypOL0nP/zdPE71JtAV71i487LbX3fJI5PoTN6Lp4'
            bcrypt-2a | U*U | hash:'$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
            bcrypt-2b | 42 | hash:'$2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42'
            bcrypt-2y | rasmuslerdorf | hash:'$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'
            bcrypt-django | lètmein | hash:'bcrypt_sha256$$2a$08$NDjSAIcas.EcoxCRiArvT.MkNiPYVhrsrnJsRkLueZOoV1bsQqlmC'
            bcrypt-wordpress | admin | hash:'$wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES'
            bcrypt-named | rasmuslerdorf | algorithm:'bcrypt-symfony',hash:'$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'
            scrypt-django | lètmein | hash:'scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw=='
            scrypt-phc | test | hash:'$scrypt$ln=16384,r=8,p=1$2npRo7P03Mt8keSoMbyD/tKFWyUzjiQf2svUaNDSrhA=$MiCzNcIplSMqSBrm4HckjYqYhaVPPjTARTzwB1cVNYE='
            scrypt-werkzeug | pleaseletmein | hash:'scrypt:16384:8:1$SodiumChloride$7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887'
            firebase | user1password | hash:'$firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$Bw==$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
            pbkdf2-django | lètmein | hash:'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c='
            pbkdf2-phc | test | hash:'$pbkdf2-sha512$i=100000,l=32$bdHBpn7OWOivJMVJypy2UqR0UnaD5prQXRZevj/05YU$+wArTfv1a+bNGO1iZrmEdVjhA+lL11wF4/IxpgYfPwc'
            pbkdf2-ldap | password | hash:'{PBKDF2-SHA256}1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ'
            pbkdf2-389 | hashcat | hash:'{PBKDF2_SHA256}AAAgADkxMjM2NTIzMzgzMjQ3MjI4MDAwNTk5OTAyOTk4NDI2MjkyMzAzNjg0NjQwOTMxNjI3OTMzNjg0MDI0OTY5NTe5ULagRTYpLaUoeqJMg8x9W/DXu+9VTFaVhaYvebYrY+sOqn1ZMRnws22C1uAkiE2tFM8qN+xw5xe7OmCPZ203NuruK4oB33QlsKIEz4ppm0TR94JB9PJx7lIQwFHD3FUNUNryj4jk6UYyJ4+V1Z9Ug/Iy/ylQBJgfs5ihzgxHYZrfp1wUCXFzlZG9mxmziPm8VFnAhaX4+FBAZvLAx33jpbKOwEg7TmwP2VJ8BNFLQRqwYdlqIjQlAhncXH+dqIF9VdM4MonAA0hx76bMvFTP7LF5VO1IqVmcuYz7YG9v4KKRjnvoUUqOj6okUBQTay3EzsdFVnUW1FemYOccJd5q'
            pbkdf2-columns | Password | algorithm:'salted-pbkdf2-hmac-sha256-512',salt:'TmFDbA==',hashIterations:80000,hash:'TdzY9guYviGDDO5e8icB+WQaRBjQTAQUrv8Ih2s0q1ah1CWhIlgzVJrbhBtRybMXaicr3ruh0HhHj2Kzl/M8jQ=='
            aspnet-v3 | my password | hash:'AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw'
            aspnet-v2 | my password | algorithm:'aspnet-identity-v2',hash:'ANXrDknc7fGPpigibZXXZFMX4aoqz44JveK6jQuwY3eH/UyPhvr5xTPeGYEckLxz9A=='
            ssha | testing123 | hash:'{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr'
            ssha256 | test123 | hash:'{SSHA256}czO44OTV17PcF1cRxWrLZLy9xHd7CWyVYplr1rOhuMlx/7IK'
            ssha512 | toomanysecrets | hash:'{SSHA512}wExp4xjiCHS0zidJDC4UJq9EEeIebAQPJ1PWSwfhxWjfutI9XiiKuHm2AE41cEFfK+8HyI8bh+ztbczUGsvVFIgICWWPt7qu'
            sha-crypt | Hello world! | hash:'{CRYPT}$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.'
            phpass | test12345 | hash:'$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
            drupal | hashcat | hash:'$S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf'
            salted-md5 | testing1234 | hash:'{SMD5}UjFY34os/pnZQ3oQOzjqGu4yeXE='
            """;

    private static final String DATA = """
            select c.credential_data from credential c join user_entity u on u.id = c.user_id
            join realm r on r.id = u.realm_id where r.name = ? and c.type = 'password'""";

    private record Person(String name, String password, String credential) {
        String record() {
            return Records.json("{username:'" + name + "',enabled:true,email:'" + name
                            + "@example.org',firstName:'P',lastName:'Q',credentials:[{type:'password'," + credential
                            + "}]}")
                    .toString();
        }
    }

    @Test
    @SecondTier
    void peopleSignInAndAreHashedAnew(TunedServer server) throws IOException {
        TwinRealm realm = realm(server, REALM, "hashAlgorithm(pbkdf2-sha512) and hashIterations(1)");
        TwinRealm twin = realm(server, REALM + "-twin", "");
        List<Person> people = HASHES.lines()
                .map(line -> line.split(" \\| ", 3))
                .map(cells -> new Person(cells[0], cells[1], cells[2]))
                .toList();
        ImportAnswer imported = realm.imports()
                .post("users", people.stream().map(Person::record).toList());
        assertThat(imported.addsUp().rejects()).isEmpty();

        ImportAnswer table =
                realm.imports().post("users?dryRun=true", "text/csv", """
                        username,credentials.0.type,credentials.0.hash
                        row,password,{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr
                        """.getBytes(StandardCharsets.UTF_8));
        assertThat(table.addsUp().rejects()).isEmpty();

        List<ObjectNode> exported = export(server, realm);
        assertThat(twin.imports()
                        .post("users?ids=ignore", Records.lines(exported).replace(realm.name(), twin.name()))
                        .addsUp()
                        .rejects())
                .isEmpty();
        assertThat(credentials(export(server, twin))).hasSize(people.size()).isEqualTo(credentials(exported));

        // Keycloak itself verifies Argon2.
        long foreign = people.size() - 1L;
        try (Sql sql = new Sql(server.database())) {
            long others = waiting(sql) - 2 * foreign;
            SignIn signIn = new SignIn(server.keycloak().baseUrl(), realm.name(), "admin-cli", "openid");
            assertThat(signedIn(signIn, people, "x")).isEmpty();
            assertThat(algorithms(sql, realm))
                    .hasSize(8)
                    .contains("keylift-bcrypt")
                    .doesNotContain("pbkdf2-sha512");
            assertThat(signedIn(signIn, people, "")).isEqualTo(people);
            assertThat(algorithms(sql, realm)).containsExactly("pbkdf2-sha512");
            assertThat(signedIn(signIn, people, "")).isEqualTo(people);
            assertThat(signedIn(signIn, people, "x")).isEmpty();
            assertThat(waiting(sql)).as("those of the twin").isEqualTo(others + foreign);
            SignIn intoTwin = new SignIn(server.keycloak().baseUrl(), twin.name(), "admin-cli", "openid");
            assertThat(signedIn(intoTwin, people, "")).isEqualTo(people);
            assertThat(algorithms(sql, twin)).containsExactly("argon2");
            assertThat(waiting(sql)).isEqualTo(others);
        }
    }

    private static List<Person> signedIn(SignIn signIn, List<Person> people, String added) {
        return people.parallelStream()
                .filter(person -> signIn.isPassword(person.name, person.password + added))
                .toList();
    }

    /** How the guide has operators count those whose password is not hashed anew yet. */
    private static long waiting(Sql sql) throws IOException {
        String guide = Documentation.read().page("docs/operations/uninstall.md").code("sql");
        String query = guide.lines()
                .filter(line -> line.contains("keylift-%"))
                .findFirst()
                .orElseThrow();
        return sql.rows(query.replace(";", "")).stream()
                .mapToLong(row -> Long.parseLong(row.get(1)))
                .sum();
    }

    /** At the import, and again at each sign-in: the Admin API takes any credential. */
    @Test
    void aCostBombIsARejectAndSignsNobodyIn(TunedServer server) throws IOException {
        TwinRealm realm = realm(server, REALM + "-bombs", "");
        List<String> bombs = List.of(
                "$2b$31$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42",
                "$scrypt$ln=31,r=8,p=1$2npRo7P03Mt8keSoMbyD/tKFWyUzjiQf2svUaNDSrhA=$MiCzNcIplSMqSBrm4HckjYqY",
                "pbkdf2_sha256$999999999$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=");
        List<String> records = new ArrayList<>();
        for (String bomb : bombs) {
            records.add(new Person("bomb-" + records.size(), "", "hash:'" + bomb + "'").record());
        }

        ImportAnswer answer = realm.imports().post("users", records);

        assertThat(answer.addsUp().rejects()).hasSize(bombs.size()).allSatisfy(reject -> {
            assertThat(reject.get("code").asText()).isEqualTo("hash_too_costly");
            assertThat(reject.get("pointer").asText()).isEqualTo("/credentials/0/hash");
        });
        String stored = Records.json("{username:'stored',enabled:true,email:'s@example.org',firstName:'P',lastName:'Q',"
                        + "credentials:[{type:'password',secretData:'{\"value\":\"" + bombs.get(0)
                        + "\"}',credentialData:'{\"hashIterations\":31,\"algorithm\":\"keylift-bcrypt\"}'}]}")
                .toString();
        realm.admin().post(realm.path("users"), AdminHttp.parse(stored));
        SignIn signIn = new SignIn(server.keycloak().baseUrl(), realm.name(), "admin-cli", "openid");
        assertThat(signIn.isPassword("stored", "42")).isFalse();
        assertThat(server.keycloak().log()).content().contains("keylift-bcrypt: The cost of bcrypt is higher than");
    }

    @Test
    void aRealmsPolicyCannotNameAnAlgorithmThatOnlyVerifies(TunedServer server) throws IOException {
        TwinRealm realm = realm(server, REALM + "-policy", "");

        HttpResponse<String> answer =
                realm.admin().send("PUT", realm.path(""), Map.of("passwordPolicy", "hashAlgorithm(keylift-bcrypt)"));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("`keylift-bcrypt` verifies passwords of other systems and makes no hashes");
        realm.admin().put(realm.path(""), Map.of("passwordPolicy", "hashAlgorithm(pbkdf2-sha512)"));
        assertThat(realm.admin()
                        .send("PUT", realm.path(""), Map.of("passwordPolicy", "hashAlgorithm(rot13)"))
                        .body())
                .contains("Password hashing provider not found");
    }

    private static TwinRealm realm(TunedServer server, String name, String policy) {
        TwinRealm realm = TwinRealm.create(server.admin(), name, Map.of("passwordPolicy", policy));
        realm.demandNothingOfNewUsers();
        return realm;
    }

    private static List<ObjectNode> export(TunedServer server, TwinRealm realm) {
        return ExportAnswer.get(server.admin(), realm.name(), "users?secrets=true")
                .records();
    }

    private static List<String> credentials(List<ObjectNode> users) {
        return users.stream()
                .map(user -> user.get("username").asText() + " "
                        + user.at("/credentials/0/secretData").asText() + " "
                        + user.at("/credentials/0/credentialData").asText())
                .sorted()
                .toList();
    }

    private static Set<String> algorithms(Sql sql, TwinRealm realm) {
        return sql.strings(DATA, realm.name()).stream()
                .map(data -> AdminHttp.parse(data).get("algorithm").asText())
                .collect(Collectors.toSet());
    }
}
