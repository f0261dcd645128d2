// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Refusal;
import io.keylift.it.imports.support.Refusal.Realm;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 5, second half: an import rejects what the Admin API refuses, record by record and with the reason. */
@OnSharedServer
class RefusedAlikeIT {

    private static final List<Refusal> REFUSALS = Refusal.read("refusals.txt");

    @ParameterizedTest
    @EnumSource
    void law5_whatTheAdminApiRefusesAnImportRejectsWithCodeAndPointer(Realm kind, SharedServer server)
            throws IOException {
        TwinRealm realm = kind.create(server, "refusals-" + kind.ordinal());
        SortedMap<String, List<Refusal>> byRecordKind = REFUSALS.stream()
                .filter(refusal -> refusal.realm() == kind)
                .collect(Collectors.groupingBy(Refusal::records, TreeMap::new, Collectors.toList()));
        assertThat(byRecordKind).isNotEmpty();
        for (String records : byRecordKind.keySet()) {
            assertRefused(realm, records, byRecordKind.get(records));
        }
    }

    private static void assertRefused(TwinRealm realm, String kind, List<Refusal> refusals) throws IOException {
        long before = count(realm, kind);
        List<ObjectNode> records =
                Records.of(realm, refusals.stream().map(Refusal::record).toList());
        // One chunk for each record: equal keys are no fault here.
        ImportAnswer answer = realm.imports().post(kind + "?chunkSize=1", Records.lines(records));
        long after = count(realm, kind);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        Map<Integer, JsonNode> rejects = answer.rejects().stream()
                .collect(Collectors.toMap(reject -> reject.get("line").asInt(), Function.identity()));
        AdminApiCalls api = new AdminApiCalls(realm);
        assertSoftly(softly -> {
            softly.assertThat(after).as("%s after the import", kind).isEqualTo(before);
            for (int i = 0; i < refusals.size(); i++) {
                Refusal refusal = refusals.get(i);
                assertReject(softly, refusal, rejects.get(i + 1));
                softly.assertThat(api.post(kind, records.get(i)).statusCode() == 201)
                        .as("taken by the Admin API: %s", refusal)
                        .isEqualTo(refusal.takenByAdminApi());
            }
        });
    }

    private static void assertReject(SoftAssertions softly, Refusal refusal, JsonNode reject) {
        softly.assertThat(reject).as("reject of %s", refusal).isNotNull();
        if (reject != null) {
            softly.assertThat(reject.path("code").asText() + " "
                            + reject.path("pointer").asText())
                    .as("%s, %s", refusal, reject.path("message"))
                    .isEqualTo(refusal.code() + " " + refusal.pointer());
            softly.assertThat(reject.path("message").asText()).as("%s", refusal).isNotBlank();
        }
    }

    private static long count(TwinRealm realm, String kind) {
        return kind.equals("users")
                ? realm.admin().get(realm.path("users/count")).asLong()
                : realm.admin().get(realm.path("organizations?max=1000")).size();
    }
}
