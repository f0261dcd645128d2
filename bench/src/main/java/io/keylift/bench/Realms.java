// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Database;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleStructure;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** The realms of a server for imports, a new one for each run. */
final class Realms {

    private static final long SEED = 26;
    private static final int TENANT_ORGANIZATIONS = 300;
    private static final int STAYING_ORGANIZATIONS = 2_000;
    private static final int STAYING_PERSONS = 20_000;

    private final KeycloakServer keycloak;
    private final Database database;
    private final String prefix;
    private final int streams;
    private final AdminHttp admin;
    private final Tables tables;
    private int made;

    Realms(KeycloakServer keycloak, String prefix, int streams) {
        this.keycloak = keycloak;
        this.database = keycloak.database();
        this.prefix = prefix;
        this.streams = streams;
        this.admin = AdminHttp.master(keycloak.baseUrl());
        this.tables = new Tables(database, keycloak.databaseName());
    }

    /** Work to time. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    AdminHttp admin() {
        return admin;
    }

    Tables tables() {
        return tables;
    }

    /** A tenant with this number of records of a workload. */
    static SampleTenant tenant(Workload workload, int records) {
        return switch (workload) {
            case ORGANIZATIONS -> new SampleTenant(SEED, records, 1);
            case MEMBERSHIPS ->
                new SampleTenant(SEED, records / SampleStructure.MEMBERS + 1, records / SampleStructure.MEMBERS + 1);
            default -> new SampleTenant(SEED, TENANT_ORGANIZATIONS, records);
        };
    }

    /** Creates a realm that stays: PostgreSQL's plans for empty tables would be bad after these are filled. */
    void createStaying() throws IOException {
        SampleTenant tenant = new SampleTenant(SEED, STAYING_ORGANIZATIONS, STAYING_PERSONS);
        String realm = prefix + "-staying";
        TenantRealm.create(admin, realm);
        importAll(realm, Workload.ORGANIZATIONS, tenant, STAYING_ORGANIZATIONS);
        importAll(realm, Workload.WHOLE_PERSONS, tenant, STAYING_PERSONS);
    }

    /** Creates a realm with all objects to which the records refer. */
    String create(Workload workload, SampleTenant tenant) throws IOException {
        String realm = prefix + "-" + ++made;
        TenantRealm.create(admin, realm);
        if (workload.needsOrganizations()) {
            importAll(realm, Workload.ORGANIZATIONS, tenant, tenant.organizations());
        }
        if (workload == Workload.MEMBERSHIPS) {
            importAll(realm, Workload.MINIMAL_USERS, tenant, tenant.persons());
        }
        return realm;
    }

    /** Imports records through the endpoint, like any client. */
    void importAll(String realm, Workload workload, SampleTenant tenant, int records) throws IOException {
        String path =
                "/admin/realms/" + realm + "/bulk-import/" + workload.kind + "?results=summary&parallelism=" + streams;
        JsonNode last = admin.stream(path, "application/x-ndjson", workload.input(tenant, records), line -> {});
        if (last.path("added").asInt() != records) {
            throw new IllegalStateException("Not everything was imported: " + last);
        }
    }

    /** Times the work, then removes the realm with all its objects. */
    Run timed(String realm, int records, Work work) throws Exception {
        CpuTimes before = CpuTimes.of(keycloak, database);
        long start = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        CpuTimes cpu = CpuTimes.of(keycloak, database).perRecord(before, records);
        remove(realm);
        return new Run(records, seconds, cpu, Map.of());
    }

    /** Removes a realm with all its objects. */
    void remove(String realm) throws SQLException {
        tables.clear(realm);
        admin.delete("/admin/realms/" + realm);
    }
}
