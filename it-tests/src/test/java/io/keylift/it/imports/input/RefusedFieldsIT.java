// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.Records;
import io.keylift.it.readme.PackagedCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The import rejects fields that the record class has and the schema leaves out. */
@OnSharedServer
class RefusedFieldsIT {

    /** One of these is of the right type and says something. */
    private static final List<String> VALUES =
            List.of("[{}]", "[{'name':'x'}]", "['x']", "{'x':['x']}", "{'x':{}}", "{}", "'x'", "true", "7");

    @Test
    void whatASchemaLeavesOutIsRefused(SharedServer server) throws Exception {
        ImportClient client = ImportClient.inNewRealm(server, "refused-fields");
        int checked = 0;
        try (PackagedCode code = new PackagedCode()) {
            Map<String, Set<String>> refused = refused(code);
            for (KindDescription kind : KindDescription.all(client)) {
                for (String field : refused.getOrDefault(kind.name(), Set.of())) {
                    assertThat(kind.schema().path("properties").has(field)).isFalse();
                    assertRefused(client, kind, field);
                    checked++;
                }
            }
        }
        assertThat(checked).isGreaterThan(5);
    }

    private static void assertRefused(ImportClient client, KindDescription kind, String field) throws IOException {
        List<ObjectNode> records = new ArrayList<>();
        for (String value : VALUES) {
            ObjectNode record = kind.examples().get(0).deepCopy();
            record.set(field, Records.json("{'value':" + value + "}").get("value"));
            records.add(record);
        }
        // One chunk for each record: equal keys are no fault here.
        ImportAnswer answer = client.post(kind + "?dryRun=true&chunkSize=1", Records.lines(records));

        assertSoftly(softly -> {
            softly.assertThat(answer.rejects().stream()
                            .map(reject -> reject.path("code").asText()))
                    .as("codes for %s of %s", field, kind)
                    .contains("unsupported_field");
            for (JsonNode reject : answer.rejects()) {
                if (reject.path("code").asText().equals("unsupported_field")) {
                    softly.assertThat(reject.path("pointer").asText()).startsWith("/" + field);
                }
            }
        });
    }

    /** By kind, the fields of the record itself that its shape refuses. */
    private static Map<String, Set<String>> refused(PackagedCode code) throws ReflectiveOperationException {
        Class<?> type = code.load("bulkimport.kind.spi.ImportKind");
        Map<String, Set<String>> refused = new LinkedHashMap<>();
        for (Object kind : ServiceLoader.load(type, type.getClassLoader())) {
            Object shape = type.getMethod("shape").invoke(kind);
            Set<String> fields = new TreeSet<>();
            for (Object field : (Set<?>) shape.getClass().getMethod("refused").invoke(shape)) {
                if (!field.toString().contains(".")) {
                    fields.add(field.toString());
                }
            }
            refused.put((String) type.getMethod("getId").invoke(kind), fields);
        }
        return refused;
    }
}
