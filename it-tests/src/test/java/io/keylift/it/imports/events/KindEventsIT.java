// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.ExampleContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job with an event for each record has the same outcomes as one without, whatever Keycloak's own listeners do. */
@OnSharedServer
class KindEventsIT {

    private static final int COUNT = 6;

    private static final KindRealms REALMS = new KindRealms("events-of-kinds", Map.of("adminEventsEnabled", true));

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eventsForEachRecordKeepNoneFromBeingImportedChangedAndRemoved(KindContract kind, SharedServer server)
            throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        realm.admin().delete(realm.path("admin-events"));
        List<ObjectNode> records =
                IntStream.range(0, COUNT).mapToObj(kind::record).toList();
        List<ObjectNode> changed =
                records.stream().map(record -> kind.changed(record, 1)).toList();

        assertOutcomes(realm, kind, "ifExists=fail", records, kind.outcomeOfNew());
        if (!(kind instanceof ExampleContract)) {
            assertThat(realm.admin().get(realm.path("admin-events?max=100"))).hasSizeGreaterThanOrEqualTo(COUNT);
        }
        assertOutcomes(realm, kind, "ifExists=overwrite", changed, kind.isChangeable() ? "updated" : "skipped");
        if (kind.isRemovable()) {
            assertOutcomes(realm, kind, "op=remove", records, "removed");
        }
    }

    private static void assertOutcomes(
            TwinRealm realm, KindContract kind, String query, List<ObjectNode> records, String outcome)
            throws IOException {
        ImportAnswer answer = realm.imports().post(kind.kind() + "?events=record&" + query, Records.lines(records));
        assertThat(answer.addsUp().count(outcome)).as("%s", answer.lines()).isEqualTo(COUNT);
    }
}
