// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Imports whose records are added by another client meanwhile, at any moment. */
@OnSharedServer
class OvertakenImportsIT {

    private static final String REALM = "overtaken";

    private static ImportClient client;

    private Sql sql;

    @BeforeEach
    void realm(SharedServer server) {
        if (client == null) {
            client = ImportClient.inNewRealm(server, REALM);
            client.admin()
                    .post(
                            "/admin/realms/" + REALM + "/identity-provider/instances",
                            Map.of("alias", "partner", "providerId", "oidc"));
        }
        sql = new Sql(server.database());
    }

    @AfterEach
    void database() {
        sql.close();
    }

    /**
     * An object that is added between two queries of a chunk: the record, and the table that only later queries read.
     */
    enum Late {
        ORGANIZATION(
                "organizations",
                "{\"name\":\"late\",\"domains\":[{\"name\":\"late.example\"}]}",
                "org_domain",
                "update org set name = 'late', alias = 'late' where alias = 'other' and realm_id = (%s)"),
        USER(
                "users",
                "{\"username\":\"late\",\"federatedIdentities\":"
                        + "[{\"identityProvider\":\"partner\",\"userId\":\"1\",\"userName\":\"one\"}]}",
                "federated_identity",
                "update user_entity set username = 'late' where username = 'other' and realm_id = (%s)"),
        CLIENT(
                "clients",
                "{\"clientId\":\"late\",\"protocolMappers\":[{\"id\":\"overtaken-mapper\",\"name\":\"one\","
                        + "\"protocol\":\"openid-connect\",\"protocolMapper\":\"oidc-address-mapper\"}]}",
                "protocol_mapper",
                "update client set client_id = 'late' where client_id = 'other' and realm_id = (%s)");

        private final String kind;
        private final String record;
        private final String table;
        private final String rename;

        Late(String kind, String record, String table, String rename) {
            this.kind = kind;
            this.record = record;
            this.table = table;
            this.rename = rename.formatted("select id from realm where name = '" + REALM + "'");
        }
    }

    /** Its name is free when it is looked up, and the rest of what it consists of is not. */
    @ParameterizedTest
    @EnumSource
    void law1_whatIsAddedBetweenTwoQueriesIsNotInConflictWithItself(Late late, SharedServer server) throws IOException {
        String other = late.record.replaceFirst("\"late\"", "\"other\"");
        assertThat(client.post(late.kind, List.of(other)).addsUp().count("added"))
                .isEqualTo(1);
        try (LiveImport live = client.open(late.kind + "?ifExists=skip&results=all");
                Sql somebody = new Sql(server.database())) {
            somebody.begin();
            somebody.execute("lock table " + late.table + " in access exclusive mode");
            somebody.execute(late.rename);
            live.sendInBackground(out -> out.write((late.record + "\n").getBytes()));
            await().until(() -> sql.number("select count(*) from pg_locks where not granted and relation = '"
                            + late.table + "'::regclass")
                    > 0);
            somebody.commit();

            assertThat(live.answer().addsUp().outcomes()).isEqualTo(Map.of(1, "skipped"));
        }
    }

    /** The chunk finds the first two taken, the search for the guilty record the third. */
    @Test
    void law1_groupsOnTheWayThatComeOneAfterAnotherAreUsed(SharedServer server) throws IOException {
        List<Sql> others = new ArrayList<>();
        try (LiveImport live = client.open("groups?results=all")) {
            String parent = " ";
            for (String name : List.of("one", "two", "three")) {
                Sql other = new Sql(server.database());
                others.add(other);
                other.begin();
                other.execute(
                        "insert into keycloak_group (id, name, parent_group, realm_id, type)"
                                + " select ?, ?, ?, id, 0 from realm where name = '" + REALM + "'",
                        "overtaken-" + name,
                        name,
                        parent);
                parent = "overtaken-" + name;
            }
            live.sendInBackground(out -> out.write("{\"path\":\"/one/two/three/four\"}\n".getBytes()));
            for (Sql other : others) {
                long pid = other.number("select pg_backend_pid()");
                await().until(() -> sql.number(
                                "select count(*) from pg_locks w join pg_locks h using (transactionid)"
                                        + " where not w.granted and h.granted and h.pid = ?",
                                pid)
                        > 0);
                other.commit();
            }

            assertThat(live.answer().addsUp().outcomes()).isEqualTo(Map.of(1, "added"));
        } finally {
            others.forEach(Sql::close);
        }
        assertThat(sql.strings("select parent_group from keycloak_group where name = 'four'"))
                .containsExactly("overtaken-three");
    }

    /** Whoever was in the way often may still be overtaken in the end. */
    @Test
    void law2_aDuplicateAfterMuchContentionDoesNotEndTheImport() throws IOException {
        sql.execute("create sequence overtaken_tries");
        sql.execute("""
                create function overtaken() returns trigger language plpgsql as
                'declare tries bigint := nextval(''overtaken_tries''); begin
                if tries <= 6 then raise exception using errcode = ''40001''; end if;
                if tries = 7 then raise exception using errcode = ''23505''; end if;
                return new; end'""");
        sql.execute("create trigger overtaken before insert on user_entity for each row"
                + " when (new.username = 'hindered') execute function overtaken()");
        try {
            ImportAnswer answer = client.post("users?results=all", List.of("{\"username\":\"hindered\"}"));

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.outcomes()).isEqualTo(Map.of(1, "added"));
        } finally {
            sql.execute("drop trigger overtaken on user_entity");
            sql.execute("drop function overtaken");
            sql.execute("drop sequence overtaken_tries");
        }
    }
}
