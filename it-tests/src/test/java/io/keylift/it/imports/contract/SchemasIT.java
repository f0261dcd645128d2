// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.contract.BrokenRecords.Broken;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.Records;
import io.keylift.it.tenant.SampleTenant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The schema of every kind describes the behavior of the server. */
@OnSharedServer
class SchemasIT {

    private static final SampleTenant TENANT = new SampleTenant(5, 20, 60);

    private static ImportClient client;
    private static List<KindDescription> kinds;

    @BeforeAll
    static void describe(SharedServer server) {
        client = ImportClient.inNewRealm(server, "schemas");
        kinds = KindDescription.all(client);
        assertThat(kinds).extracting(KindDescription::name).contains("organizations", "users");
    }

    @Test
    void everyKindHasASchemaWithExamplesThatKeepToIt() {
        assertSoftly(softly -> kinds.forEach(kind -> {
            softly.assertThat(kind.schemaFaults()).as("schema of %s", kind).isEmpty();
            softly.assertThat(kind.examples()).as("examples of %s", kind).isNotEmpty();
            kind.examples()
                    .forEach(example -> softly.assertThat(kind.faults(example))
                            .as("example of %s, %s", kind, example)
                            .isEmpty());
        }));
    }

    /** Examples refer to objects of other kinds' examples: rejected ones are repeated after the others. */
    @Test
    void everyExampleImports(SharedServer server) throws IOException {
        ImportClient realm = ImportClient.inNewRealm(server, "schemas-examples");
        Map<KindDescription, List<ObjectNode>> open = new LinkedHashMap<>();
        kinds.forEach(kind -> open.put(kind, kind.examples()));
        Map<String, String> why = new LinkedHashMap<>();
        int before;
        do {
            before = size(open);
            why.clear();
            for (KindDescription kind : kinds) {
                open.put(kind, importAll(realm, kind, open.get(kind), why));
            }
        } while (size(open) > 0 && size(open) < before);

        assertThat(why).as("examples that do not import").isEmpty();
    }

    /** Returns the records that were not imported. */
    private static List<ObjectNode> importAll(
            ImportClient realm, KindDescription kind, List<ObjectNode> records, Map<String, String> why)
            throws IOException {
        SortedMap<Integer, String> outcomes = realm.post(kind + "?results=all", Records.lines(records))
                .addsUp()
                .outcomes();
        List<ObjectNode> rest = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            String outcome = outcomes.get(i + 1);
            if (!List.of("added", "updated").contains(outcome)) {
                rest.add(records.get(i));
                why.put(kind + " " + records.get(i), outcome);
            }
        }
        return rest;
    }

    private static int size(Map<KindDescription, List<ObjectNode>> records) {
        return records.values().stream().mapToInt(List::size).sum();
    }

    @Test
    void whatBreaksASchemaIsRejected() throws IOException {
        for (KindDescription kind : kinds) {
            List<Broken> broken = BrokenRecords.of(kind);
            assertThat(broken)
                    .extracting(Broken::code)
                    .as("faults of %s", kind)
                    .contains("missing", "unknown_field", "wrong_type");

            ImportAnswer answer = client.post(
                    kind + "?dryRun=true&chunkSize=100",
                    Records.lines(broken.stream().map(Broken::record).toList()));

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            Map<Integer, JsonNode> rejects = answer.rejects().stream()
                    .collect(Collectors.toMap(reject -> reject.get("line").asInt(), Function.identity()));
            assertSoftly(softly -> {
                for (int i = 0; i < broken.size(); i++) {
                    Broken fault = broken.get(i);
                    JsonNode reject = rejects.getOrDefault(i + 1, Records.json("{}"));
                    softly.assertThat(kind.faults(fault.record()))
                            .as("%s %s", kind, fault)
                            .isNotEmpty();
                    softly.assertThat(reject.path("code").asText())
                            .as("%s %s", kind, fault)
                            .isEqualTo(fault.code());
                    softly.assertThat(reject.path("pointer").asText())
                            .as("%s %s", kind, fault)
                            .startsWith(fault.pointer());
                }
            });
        }
    }

    /** The records with which other tests show that they import. */
    @Test
    void whatImportsKeepsToItsSchema() {
        int checked = 0;
        for (KindDescription kind : kinds) {
            List<ObjectNode> records = new ArrayList<>();
            if (Records.class.getResource(kind + ".txt") != null) {
                Records.lines(kind + ".txt").stream()
                        .filter(line -> line.startsWith("{"))
                        .forEach(line -> records.add(Records.json(line)));
            }
            for (int i = 0; i < 50; i++) {
                if (kind.name().equals("users")) {
                    records.add(Records.json(TENANT.person(i)));
                } else if (kind.name().equals("organizations")) {
                    records.add(Records.json(TENANT.organization(i)));
                }
            }
            assertSoftly(softly -> records.forEach(record -> softly.assertThat(kind.faults(record))
                    .as("%s %s", kind, record)
                    .isEmpty()));
            checked += records.size();
        }
        assertThat(checked).isGreaterThan(200);
    }
}
