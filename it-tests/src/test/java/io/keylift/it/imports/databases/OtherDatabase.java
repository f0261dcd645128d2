// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** A Keycloak on a database other than PostgreSQL, for one test class. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class OtherDatabase {

    private static final String HISTORY = "spi-keylift-request-observer--timings-history--";

    private final Map<String, TwinRealm> realms = new HashMap<>();
    private final Set<String> prepared = new HashSet<>();
    private KeycloakServer keycloak;
    private AdminHttp admin;

    /** The server to start. */
    abstract ServerSettings settings();

    /** The server with further options. */
    abstract ServerSettings withOptions(ServerSettings settings);

    @BeforeAll
    void startKeycloak() {
        keycloak = withOptions(settings())
                .option(HISTORY + "slice-seconds", "1")
                .option(HISTORY + "warm-up-minutes", "0")
                .start();
        admin = AdminHttp.master(keycloak.baseUrl());
    }

    @AfterAll
    void stopKeycloak() {
        if (keycloak != null) {
            keycloak.close();
        }
    }

    KeycloakServer keycloak() {
        return keycloak;
    }

    AdminHttp admin() {
        return admin;
    }

    /**
     * The realm of this name, made when it is first asked for, with what records of the kind refer to. Several kinds
     * may share it.
     */
    TwinRealm realm(String name, KindContract kind) {
        TwinRealm realm = realms.computeIfAbsent(name, any -> TwinRealm.create(admin, name, Map.of()));
        if (prepared.add(name + " " + kind.kind())) {
            kind.prepare(realm);
        }
        return realm;
    }

    /** A new realm that has organizations switched on and nothing else. */
    ImportClient plainRealm(String name) {
        TestRealms.create(admin, Map.of("realm", name, "enabled", true, "organizationsEnabled", true));
        return new ImportClient(admin, name);
    }

    /** Asks the database something. A file that a server has for itself can be asked while that does not run. */
    <T> T ask(Function<Sql, T> question) {
        try (Sql sql = new Sql(keycloak.database())) {
            return question.apply(sql);
        }
    }

    static List<ObjectNode> records(KindContract kind, int from, int to) {
        return IntStream.range(from, to).mapToObj(kind::record).toList();
    }

    static List<ObjectNode> changed(KindContract kind, List<ObjectNode> records, int version) {
        return records.stream().map(record -> kind.changed(record, version)).toList();
    }

    static ImportAnswer assertOutcomes(
            ImportClient client, KindContract kind, String parameters, List<ObjectNode> records, String outcome)
            throws IOException {
        ImportAnswer answer =
                client.post(kind.kind() + "?parallelism=2&chunkSize=25&" + parameters, Records.lines(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count(outcome))
                .as("%s by %s: %s", outcome, parameters, answer.lines())
                .isEqualTo(records.size());
        return answer;
    }
}
