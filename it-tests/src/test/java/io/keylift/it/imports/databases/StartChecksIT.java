// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checks at start on tables without a required key or index. */
@SecondTier
class StartChecksIT {

    private static final String INDEX = "select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid"
            + " where c.relname = 'keylift_idx_org_domain_name' and i.indisvalid";

    private static final String LEFT_BEHIND = "select (select count(*) from keylift_import_job)"
            + " + (select count(*) from keylift_capability_catalog)"
            + " + (select count(*) from keylift_capability_holder)";

    @Test
    void importsAreRefusedWithoutAKeyAndMissingIndexesAreSaidOrMade() throws IOException {
        try (EmbeddedDatabase database = TestDatabase.start();
                Sql sql = new Sql(database)) {
            sql.execute("alter table keylift_import_key drop constraint keylift_pk_import_key");
            sql.execute("drop index keylift_idx_org_domain_name");
            leftBehind(sql);
            try (KeycloakServer keycloak = TestServer.on(database).start()) {
                assertThat(sql.number(LEFT_BEHIND)).isEqualTo(1);
                assertThat(sql.strings("select id from keylift_capability_holder where realm_id <> 'gone'"))
                        .containsExactly(admin(sql));
                refusesImports(keycloak);
                String log = Files.readString(keycloak.log());
                assertThat(log.split("Imports are refused \\(missing_key\\)")).hasSize(2);
                assertThat(log.split("CREATE INDEX CONCURRENTLY")).hasSize(2);
                assertThat(log).contains("CREATE INDEX CONCURRENTLY KEYLIFT_IDX_ORG_DOMAIN_NAME ON ORG_DOMAIN (NAME);");
                assertThat(sql.number(INDEX)).isZero();
                JsonNode server = AdminHttp.master(keycloak.baseUrl()).get("/admin/realms/master/bulk-import/server");
                assertThat(server.at("/refusal/code").asText()).isEqualTo("missing_key");
                assertThat(server.path("missingIndexes")).hasToString("[\"ORG_DOMAIN(NAME)\"]");
            }
            sql.execute("alter table keylift_import_key add constraint keylift_pk_import_key"
                    + " primary key (job_uid, key_hash)");
            try (KeycloakServer keycloak = TestServer.on(database)
                    .option("spi-admin-realm-restapi-extension--bulk-import--create-missing-indexes", "true")
                    .start()) {
                await().until(() -> sql.number(INDEX) == 1);
                assertThat(new ImportClient(AdminHttp.master(keycloak.baseUrl()), "master")
                                .post("roles", List.of("{\"name\":\"some\"}"))
                                .count("added"))
                        .isEqualTo(1);
                assertThat(Files.readString(keycloak.log()))
                        .doesNotContain("Imports are refused", "reads whole tables");
            }
        }
    }

    /**
     * As if realm {@code gone} and a role of master had been removed while our JAR was not there; the role admin is.
     */
    private static void leftBehind(Sql sql) {
        sql.execute(
                "insert into keylift_import_job (uid, realm_id, job_id, kind, if_exists, dry_run, chunk_size, status,"
                        + " run, created_at, started_at, heartbeat_at)"
                        + " values ('u', 'gone', 'j', 'users', 'FAIL', false, 10, 'COMPLETED', 1, 1, 1, 1)");
        sql.execute("insert into keylift_capability_catalog (realm_id, revision) values ('gone', '1')");
        for (String holder :
                List.of("'some-role', 'gone'", "'removed-role', 'master'", "'" + admin(sql) + "', 'master'")) {
            sql.execute("insert into keylift_capability_holder (type, id, realm_id, revision) select 'ROLE', "
                    + holder.replace("'master'", "(select id from realm where name = 'master')") + ", '1'");
        }
        assertThat(sql.number(LEFT_BEHIND)).isEqualTo(5);
    }

    private static String admin(Sql sql) {
        return sql.strings("select r.id from keycloak_role r join realm m on m.id = r.realm_id"
                        + " where m.name = 'master' and r.name = 'admin' and not r.client_role")
                .get(0);
    }

    private static void refusesImports(KeycloakServer keycloak) throws IOException {
        AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
        ImportClient client = new ImportClient(admin, "master");
        for (String kind : List.of("users", "roles?dryRun=true", "users?op=remove")) {
            ImportAnswer answer = client.post(kind, List.of("{}"));
            assertThat(answer.status()).isEqualTo(501);
            assertThat(answer.errorMessage()).contains("KEYLIFT_IMPORT_KEY has no primary key");
            assertThat(answer.lines().get(0).path("params").toString()).isEqualTo("[\"missing_key\"]");
        }
        for (JsonNode kind : admin.get(client.path("kinds"))) {
            assertThat(kind.at("/refusal/code").asText()).isEqualTo("missing_key");
            assertThat(kind.at("/refusal/message").asText()).contains("KEYLIFT_IMPORT_KEY");
        }
        assertThat(admin.get(client.path("jobs")).toString()).isEqualTo("[]");
    }
}
