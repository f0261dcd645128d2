// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of old systems. */
class TargetsTest {

    private static final RealmKey ANY = new RealmKey("any id", "any realm");
    private static final String KEY = "a-key-that-signs-questions";

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void secret() throws IOException {
        file = Files.writeString(directory.resolve("secret"), KEY + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    }

    private Targets targets(String options) {
        Map<String, String> given = Arrays.stream(options.split(";"))
                .map(option -> option.strip().split("=", 2))
                .collect(Collectors.toMap(
                        pair -> pair[0], pair -> pair[1].replace("<file>", file.toString()), (first, last) -> last));
        return new Targets(given::get, 100, new SimpleMeterRegistry());
    }

    @ParameterizedTest
    @CsvSource({
        "protocol=webhook;a-url=https://a.example/check;a-secret-file=<file>",
        "protocol=webhook;a-url=https://a.example/check;a-secret-vault=legacy",
        "protocol=oauth;a-url=https://a.example/token;a-client-id=k;a-client-auth=post;a-secret-file=<file>",
        "protocol=oauth;a-url=https://a.example/token;a-client-id=k;a-scope=openid",
        "protocol=cognito;a-url=https://cognito-idp.eu-central-1.amazonaws.com/;a-client-id=k",
        "protocol=ldap;a-url=ldaps://a.example;'a-user-dn=uid={login},dc=example'",
        "protocol=ldap;a-url=ldap://a.example:389;a-start-tls=true;'a-user-dn=uid={login},dc=example'",
        "protocol=ldap;a-url=ldaps://a.example;a-search-base=dc=example;a-search-filter=(uid={login});a-bind-dn=cn=k;"
                + "a-secret-file=<file>",
    })
    void eachProtocolHasItsOptions(String options) {
        try (Targets targets = targets("targets=a;a-" + options.replace("'", ""))) {
            assertThat(targets.of(ANY, "a")).isNotNull();
            assertThat(targets.of(ANY, "b")).isNull();
        }
    }

    /** Administrators of a realm can give it the name of another one, also a name that is the id of another one. */
    @ParameterizedTest
    @CsvSource({
        "1, shop, true, false",
        "2, staff, true, false",
        "3, other, false, false",
        "r-4, other, false, true",
        "r-5, shop, true, true",
        "6, r-4, false, false",
        "staff, other, false, false",
    })
    void anOldSystemCanBeThatOfSomeRealms(String id, String name, boolean byName, boolean byId) {
        try (Targets targets = targets("targets=a, b, c;a-protocol=cognito;a-url=https://a.example/;a-client-id=k;"
                + "b-protocol=cognito;b-url=https://b.example/;b-client-id=k;b-realms=shop,staff;"
                + "c-protocol=cognito;c-url=https://c.example/;c-client-id=k;c-realm-ids=r-4, r-5")) {
            RealmKey realm = new RealmKey(id, name);
            assertThat(targets.of(realm, "a")).isNotNull();
            assertThat(targets.of(realm, "b") != null).isEqualTo(byName);
            assertThat(targets.of(realm, "c") != null).isEqualTo(byId);
        }
    }

    /** A quarter of the requests at most, with those that wait, so that most of them are left to others. */
    @ParameterizedTest
    @CsvSource({"200, 1, 16", "100, 1, 12", "50, 1, 6", "50, 2, 3", "20, 1, 2", "20, 3, 1", "4, 1, 1"})
    void questionsTakeAShareOfTheRequests(int requests, int systems, int questions) {
        assertThat(Targets.questions(requests, systems)).isEqualTo(questions);
    }

    @Test
    void withoutOptionsThereIsNone() {
        try (Targets targets = new Targets(name -> null, 100, new SimpleMeterRegistry())) {
            assertThat(targets.of(ANY, "a")).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            targets=a-b                                      | --targets must have different names
            targets=a,a                                      | --targets must have different names
            targets=A                                        | --targets must have different names
            targets=a;a-protocol=                            | --a-protocol is missing
            targets=a;a-protocol=http                        | --a-protocol must be webhook, oauth, cognito or ldap
            a-url=http://a.example/check                     | --a-url must be an address that begins with https://
            a-url=https:///check                             | --a-url must be an address that begins with https://
            a-url=https://me:it@a.example/                   | --a-url must be an address that begins with https://
            a-url=                                           | --a-url is missing
            a-secret-file=                                   | --a-secret-file or `secret-vault` is missing
            a-secret-file=/nowhere                           | --a-secret-file must be a readable text file
            a-secret-vault=x                                 | --a-secret-vault must be absent
            a-timeout-millis=99                              | --a-timeout-millis must be a whole number from 100
            a-max-questions=many                             | --a-max-questions must be a whole number from 1
            a-max-wrong-passwords=0                          | --a-max-wrong-passwords must be a whole number from 1
            a-protocol=oauth                                 | --a-client-id is missing
            a-protocol=oauth;a-client-id=k;a-client-auth=jwt | --a-client-auth must be basic or post
            a-protocol=ldap                                  | --a-url must be an address that begins with ldaps://
            a-protocol=ldap;a-start-tls=yes                  | --a-start-tls must be true or false
            a-protocol=ldap;a-url=ldap://a.example           | --a-url must be an address that begins with ldaps://
            a-protocol=ldap;a-url=ldaps://a.example;a-start-tls=true | --a-url must be an address that begins with ldap://
            a-protocol=ldap;a-url=ldaps://a.example          | --a-search-filter is missing
            a-protocol=ldap;a-url=ldaps://a.example;a-user-dn=uid=x | --a-user-dn must have {login}
            a-protocol=ldap;a-url=ldaps://a.example;a-search-filter=(uid={login}) | --a-search-base is missing
            """)
    void aBadValueKeepsTheServerFromStarting(String options, String message) {
        String all = "targets=a;a-protocol=webhook;a-url=https://a.example/check;a-secret-file=<file>;" + options;

        assertThatThrownBy(() -> targets(all))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--spi-password-hashing--keylift-remote" + message)
                .hasMessageNotContaining(KEY);
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--, only its owner", "rw-rw--w-, only its owner"})
    void aSecretThatOthersCanReadIsRefused(String permissions, String message) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

        assertThatThrownBy(() -> targets("targets=a;a-protocol=webhook;a-url=https://a.example/;a-secret-file=<file>"))
                .hasMessageContaining(message);
    }

    @Test
    void aShortKeyIsRefused() throws IOException {
        Files.writeString(file, "123456789012345");

        assertThatThrownBy(() -> targets("targets=a;a-protocol=webhook;a-url=https://a.example/;a-secret-file=<file>"))
                .hasMessageContaining("at least 16 bytes");
    }
}
