// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every kind that can be exported. */
@OnSharedServer
class KindExportIT {

    private static final int FRESH = 12;

    /** Kinds with more examples than their contracts have. */
    private static final Set<String> FILES = Set.of("organizations", "users");

    /** By kind, a realm with all that differs in a way that matters. */
    private static final Map<String, TwinRealm> REALMS = new ConcurrentHashMap<>();

    static List<Named<KindContract>> kinds() {
        return Contracts.named().stream()
                .filter(kind -> kind.getPayload().isExportable())
                .toList();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void law14_anExportThatIsSentBackChangesNothing(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = realm(server, kind);
        ExportAnswer export = export(realm, kind).whole();
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer answer = realm.imports().post(kind.kind() + "?results=all&ifExists=overwrite", export.body());

        assertThat(answer.addsUp().count("skipped")).as("%s", answer.lines()).isEqualTo(answer.count("read"));
        assertThat(answer.count("read")).isEqualTo(export.records().size()).isGreaterThanOrEqualTo(FRESH);
        assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                .isEmpty();
        assertThat(export(realm, kind).records()).isEqualTo(export.records());
    }

    /**
     * The first update of a user by Keycloak's own code adds what the profile has as defaults, and that of a client a
     * secret, where a realm's own import or the creation has left these out.
     */
    private static void settle(TwinRealm realm, KindContract kind) throws IOException {
        String key = Map.of("users", "username", "clients", "clientId").get(kind.kind());
        if (key != null) {
            String keys = ExportAnswer.get(realm.admin(), realm.name(), kind.kind() + "?fields=" + key)
                    .body();
            realm.imports().post(kind.kind() + "?ifExists=merge", keys);
        }
    }

    private static ExportAnswer export(TwinRealm realm, KindContract kind) {
        return ExportAnswer.get(realm.admin(), realm.name(), kind.kind());
    }

    private static TwinRealm realm(SharedServer server, KindContract kind) {
        return REALMS.computeIfAbsent(kind.kind(), any -> {
            TwinRealm realm =
                    TwinRealm.create(server, "export-" + kind.kind(), Map.of()).withOrganizations("home", "away");
            kind.prepare(realm);
            List<ObjectNode> examples =
                    FILES.contains(kind.kind()) ? Records.read(kind.kind() + ".txt") : kind.examples();
            List<ObjectNode> records = new ArrayList<>(Records.of(realm, examples));
            records.addAll(IntStream.range(0, FRESH).mapToObj(kind::record).toList());
            try {
                realm.imports().post(kind.kind(), Records.lines(records));
                settle(realm, kind);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return realm;
        });
    }
}
