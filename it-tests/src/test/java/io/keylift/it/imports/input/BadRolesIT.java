// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.RoleMappingsContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Invalid roles and role mappings: each is rejected with a pointer to the field, and the records around it are
 * imported.
 */
@OnSharedServer
class BadRolesIT {

    private static final long SEED = Long.getLong("keylift.badInput.seed", 26L);

    /** The codes that these kinds may answer with. */
    private static final Set<String> CODES = Set.of(
            "missing",
            "invalid",
            "too_long",
            "wrong_type",
            "unknown_field",
            "unsupported_field",
            "unknown_client",
            "unknown_role",
            "unknown_user");

    @ParameterizedTest
    @ValueSource(ints = {7, 1000})
    void aFaultInARoleIsRejectedAtItsField(int chunkSize, SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "bad-roles-" + chunkSize, Map.of());

        assertOutcomes(
                realm,
                "roles?chunkSize=" + chunkSize,
                new BadRoles(new Random(SEED)),
                number -> "{\"name\":\"beside-" + number + "\",\"composites\":{\"realm\":[\"reader\"]}}");

        assertThat(realm.admin().get(realm.path("roles")).findValuesAsText("name"))
                .noneMatch(name -> name.startsWith("fault-"));
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 1000})
    void aFaultInARoleMappingIsRejectedAtItsField(int chunkSize, SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "bad-role-mappings-" + chunkSize, Map.of());
        RoleMappingsContract mappings = new RoleMappingsContract();
        mappings.prepare(realm);
        mappings.prepareRecords(realm, 0, 300);

        assertOutcomes(
                realm,
                "role-mappings?chunkSize=" + chunkSize,
                new BadRoleMappings(new Random(SEED)),
                number -> mappings.record(number).toString());
    }

    private static void assertOutcomes(TwinRealm realm, String path, BadFields faults, IntFunction<String> good)
            throws IOException {
        MixedBody body = MixedBody.lines();
        for (BadLine fault : faults.all("fault-")) {
            body.addBad(fault);
            int number = body.badLines();
            body.addGood("beside-" + number, good.apply(number));
        }

        ImportAnswer answer = realm.imports().post(path, ImportClient.NDJSON, body.bytes());

        assertThat(body.badLines()).isGreaterThan(50);
        body.assertOutcomes(answer, CODES);
    }
}
