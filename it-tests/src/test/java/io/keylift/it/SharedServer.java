// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.RealmTemplates;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.util.Map;

/**
 * A PostgreSQL and a Keycloak of test classes with {@link OnSharedServer}. Keycloak also has the JAR of the
 * example kind. Each test uses realms of its own. A test that stops or kills a server starts one of its own.
 */
public final class SharedServer implements AutoCloseable {

    private static final String RIGHTS_ELSEWHERE = """
            delete from composite_role where composite in (
                select a.id from keycloak_role a join realm m on m.id = a.realm_id
                where m.name = 'master' and a.name = 'admin')
            and child_role in (
                select r.id from keycloak_role r join client c on c.id = r.client join realm m on m.id = c.realm_id
                where m.name = 'master' and c.client_id <> 'master-realm')
            """;

    /** The highest possible value: each class of tests creates realms and inspects their requests. */
    public static final String TIMED_REALMS = "10000";

    /** A day: the history's own statements would be counted with a test's. */
    public static final String WARM_UP_MINUTES = "1440";

    private final EmbeddedDatabase database;
    private final KeycloakServer keycloak;
    private final AdminHttp admin;

    private SharedServer(EmbeddedDatabase database) {
        this.database = database;
        this.keycloak = TestServer.withoutCleanUps(database)
                // Realms of all tests stay in it, as those of one production server do.
                .option("cache-embedded-realms-max-count", "100000")
                .option("spi-keylift-request-observer--request-timings--max-realms", TIMED_REALMS)
                .option("spi-keylift-request-observer--timings-history--warm-up-minutes", WARM_UP_MINUTES)
                .option("log-level", "INFO,io.keylift:debug")
                .start();
        this.admin = AdminHttp.master(keycloak.baseUrl());
        RealmTemplates.use(admin, database);
    }

    static SharedServer start() {
        EmbeddedDatabase database = TestDatabase.start();
        try {
            return new SharedServer(database);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    public EmbeddedDatabase database() {
        return database;
    }

    public KeycloakServer keycloak() {
        return keycloak;
    }

    /** The bootstrap administrator. */
    public AdminHttp admin() {
        return admin;
    }

    /**
     * Takes from the administrator the rights in all realms but master, and empties the cache of realms. Keycloak looks
     * through all of these rights for each request, and through all of the cache for each change.
     */
    void leaveRealms() {
        try (Sql sql = new Sql(database)) {
            sql.execute(RIGHTS_ELSEWHERE);
        }
        admin.post("/admin/realms/master/clear-realm-cache", Map.of());
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
    }
}
