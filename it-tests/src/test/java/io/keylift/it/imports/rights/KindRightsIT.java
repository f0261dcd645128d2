// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for every kind: which single admin role of a realm allows the import. */
@OnSharedServer
class KindRightsIT {

    private static final KindRealms REALMS = new KindRealms("rights-of-kinds", Callers.CHEAP_PASSWORDS);

    /** By realm. */
    private static final Map<String, Callers> CALLERS = new HashMap<>();

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law8_onlyTheRightSingleAdminRoleImportsAKind(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRights(realm);
        Callers callers = CALLERS.computeIfAbsent(realm.name(), name -> {
            realm.demandNothingOfNewUsers();
            return new Callers(server, name);
        });
        List<String> roles = callers.adminRoles();
        roles.forEach(callers::with);
        RealmRows before = RealmRows.of(server.database(), realm.name());

        for (String role : roles) {
            if (!kind.permittedRoles().contains(role)) {
                assertThat(post(kind, callers, role, 0).status()).as(role).isEqualTo(403);
            }
        }
        RealmRows after = RealmRows.of(server.database(), realm.name());
        assertThat(after.changedSince(before)).doesNotContainAnyElementsOf(kind.tables());

        int number = 0;
        for (String role : kind.permittedRoles()) {
            ImportAnswer answer = post(kind, callers, role, number++);
            assertThat(answer.count(kind.outcomeOfNew()))
                    .as("%s: %s", role, answer.lines())
                    .isEqualTo(1);
        }
    }

    private static ImportAnswer post(KindContract kind, Callers callers, String role, int number) throws IOException {
        return callers.importing(callers.with(role))
                .post(kind.kind(), kind.plainRecord(number, role).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"manage-users", "manage-organizations", "manage-clients", "view-users", "realm-admin"})
    void theListOfKindsSaysWhatTheCallerMayImport(String role, SharedServer server) {
        Callers callers = CALLERS.computeIfAbsent("rights-list", name -> {
            TestRealms.create(server.admin(), name);
            return new Callers(server, name);
        });
        Map<String, Boolean> said = new TreeMap<>();
        Map<String, Boolean> expected = new TreeMap<>();
        for (JsonNode kind : callers.with(role).get(callers.path("bulk-import/kinds"))) {
            said.put(kind.get("kind").asText(), kind.get("permitted").asBoolean());
        }
        for (KindContract kind : Contracts.all()) {
            expected.put(kind.kind(), kind.permittedRoles().contains(role));
        }
        assertThat(said).isEqualTo(expected);
    }
}
