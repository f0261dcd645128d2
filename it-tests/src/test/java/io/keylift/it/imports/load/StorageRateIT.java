// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rates of new users in a realm with an LDAP server, by the import and by the Admin API. Prints both without asserting
 * them.
 */
@Tag("soak-user-storages")
@OnSharedServer
class StorageRateIT {

    private static final int USERS = Soak.size("users", 20, 4000);
    private static final int CONNECTIONS = 4;

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void rateBesideTheAdminApi(String syncRegistrations, SharedServer server) throws Exception {
        String realm = "storage-rate-" + syncRegistrations;
        try (LdapServer ldap = LdapServer.start()) {
            ImportClient client = ImportClient.inNewRealm(server, realm);
            ldap.addTo(client.admin(), realm, Map.of("syncRegistrations", syncRegistrations));
            byImport(client, "warm", USERS / 4);
            byAdminApi(client, "lukewarm", USERS / 4);

            double ours = USERS / byImport(client, "ours", USERS);
            double theirs = USERS / byAdminApi(client, "theirs", USERS);

            System.out.printf(
                    "%d new users with LDAP, registration %s: import %.0f/s, Admin API with %d connections %.0f/s%n",
                    USERS, syncRegistrations, ours, CONNECTIONS, theirs);
            int expected = syncRegistrations.equals("true") ? 2 * (USERS + USERS / 4) : 0;
            assertThat(ldap.size()).isEqualTo(expected);
        }
    }

    private static List<String> users(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"username\":\"" + prefix + "-" + i + "\",\"email\":\"" + prefix + "-" + i
                        + "@example.org\",\"firstName\":\"" + prefix + "\",\"lastName\":\"Rate\",\"enabled\":true}")
                .toList();
    }

    /** Seconds that it takes. */
    private static double byImport(ImportClient client, String prefix, int count) throws IOException {
        List<String> users = users(prefix, count);
        long begin = System.nanoTime();
        ImportAnswer answer = client.post("users", users);
        double seconds = (System.nanoTime() - begin) / 1e9;
        assertThat(answer.count("added")).as("%s", answer.rejects()).isEqualTo(count);
        return seconds;
    }

    private static double byAdminApi(ImportClient client, String prefix, int count) throws InterruptedException {
        AdminHttp admin = client.admin();
        String path = "/admin/realms/" + client.realm() + "/users";
        ExecutorService connections = Executors.newFixedThreadPool(CONNECTIONS);
        long begin = System.nanoTime();
        users(prefix, count).forEach(user -> connections.execute(() -> admin.post(path, AdminHttp.parse(user))));
        connections.shutdown();
        assertThat(connections.awaitTermination(10, TimeUnit.MINUTES)).isTrue();
        return (System.nanoTime() - begin) / 1e9;
    }
}
