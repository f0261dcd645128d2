// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.kinds.UsersContract;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.OnCrashTestServer;
import io.keylift.it.imports.support.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 5 for the events of every kind. */
@OnCrashTestServer
class KindEventsIT {

    /** As many as there are different ones: what a record has depends on its number. */
    private static final int FRESH = 6;

    private static final KindRealms BY_API = new KindRealms("events-by-api", RealmEvents.SETTINGS);
    private static final KindRealms BY_IMPORT = new KindRealms("events-by-import", RealmEvents.SETTINGS);

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law5_eventsAreThoseOfTheAdminApi(KindContract kind, CrashTestServer server) throws IOException {
        AdminHttp admin = AdminHttp.master(server.keycloak().baseUrl());
        EventComparison comparison =
                new EventComparison(server, kind, BY_API.of(admin, kind), BY_IMPORT.of(admin, kind));
        List<ObjectNode> fresh =
                IntStream.range(0, FRESH).mapToObj(kind::record).toList();
        List<ObjectNode> changed = new ArrayList<>();
        for (int i = 0; i < FRESH; i++) {
            changed.add(kind.changed(fresh.get(i), i));
        }

        comparison.examples(kind.removableExamples());
        comparison.add(fresh);
        if (kind.isOverwritable()) {
            comparison.overwrite(changed);
        }
        if (kind.isRemovable()) {
            comparison.remove(fresh);
        }
        if (kind.isUndoable()) {
            comparison.undo(fresh, changed);
        }

        comparison.assertAlike();
    }

    /** {@link KindContract#changed} of users leaves them alone, because {@code PUT} ignores them. */
    @Test
    void law5_changedMembershipsOfUsersSendTheEventsOfTheAdminApi(CrashTestServer server) throws IOException {
        AdminHttp admin = AdminHttp.master(server.keycloak().baseUrl());
        UsersContract kind = new UsersContract();
        EventComparison comparison =
                new EventComparison(server, kind, BY_API.of(admin, kind), BY_IMPORT.of(admin, kind));
        List<ObjectNode> records =
                IntStream.range(100, 104).mapToObj(kind::record).toList();
        List<ObjectNode> changed = new ArrayList<>();
        for (ObjectNode record : records) {
            ObjectNode other = kind.changed(record, 1);
            other.setAll(Records.json("""
                    {groups:['/guests'],realmRoles:['writer'],clientRoles:{shop:['seller']},\
                    federatedIdentities:[{identityProvider:'social',userId:'of-#',userName:'#'}]}""".replace("#", record.get("username").asText())));
            changed.add(other);
        }

        comparison.add(records);
        comparison.overwrite(changed);

        comparison.assertAlike();
    }
}
