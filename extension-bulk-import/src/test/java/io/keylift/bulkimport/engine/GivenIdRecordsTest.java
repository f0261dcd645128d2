// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.schema.RecordSchemas;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Treatment of the ids in the records of each kind before the kind sees them. */
class GivenIdRecordsTest {

    /** Fields with ids of other objects, or with ids that no import reads, by kind. */
    private static final Map<String, Set<String>> NOT_GIVEN = Map.ofEntries(
            entry("organization-members", Set.of("/userId")),
            entry("department-members", Set.of("/userId")),
            entry("group-members", Set.of("/userId")),
            entry("identity-providers", Set.of("/providerId")),
            entry("role-mappings", Set.of("/userId")),
            entry("user-capabilities", Set.of("/userId")),
            entry(
                    "user-changes",
                    Set.of("/userId", "/add/federatedIdentities/*/userId", "/remove/federatedIdentities/*/userId")),
            entry("roles", Set.of("/containerId")),
            entry("groups", Set.of("/parentId")),
            entry("policies", Set.of("/clientScopes/*/id", "/groups/*/id", "/roles/*/id")),
            entry("resources", Set.of("/owner/id")),
            entry(
                    "users",
                    Set.of(
                            "/organizations/*/id",
                            "/clientConsents/*/clientId",
                            "/credentials/*/credentialId",
                            "/federatedIdentities/*/userId",
                            "/serviceAccountClientId")),
            entry("clients", Set.of("/clientId", "/authorizationSettings/id", "/authorizationSettings/clientId")));

    static Stream<ImportKind<?, ?>> kinds() {
        return ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ImportKind::getId));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyFieldWithAnIdGivesOneOrIsKnownToGiveNone(ImportKind<?, ?> kind) {
        Set<String> known = new TreeSet<>(kind.shape().givenIds());
        known.addAll(NOT_GIVEN.getOrDefault(kind.getId(), Set.of()));

        assertThat(idFields(kind)).isEqualTo(known);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void ignoredNoIdIsRead(ImportKind<?, ?> kind) throws Exception {
        JsonMapper json = RecordJson.mapper(new JsonFactory());
        for (String pointer : kind.shape().givenIds()) {
            String given = nested(pointer, "[true]");
            Item<?> item = parse(kind, given, IdMode.IGNORE);
            Object without = json.readValue(nested(pointer, null), kind.info().recordType());

            assertThat(item.isRejected()).as(given).isFalse();
            assertThat(item.givenIds()).as(given).isEmpty();
            assertThat(item.record()).as(given).usingRecursiveComparison().isEqualTo(without);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void preferredEachIdIsReadAndOrdersRecords(ImportKind<?, ?> kind) {
        for (String pointer : kind.shape().givenIds()) {
            String given = nested(pointer, "\"chosen\"");
            Item<?> item = parse(kind, given, IdMode.PREFER);

            assertThat(item.isRejected()).as(given).isFalse();
            assertThat(item.givenIds()).as(given).containsExactly("chosen");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void strictAnIdOrdersRecordsOnlyAsAKeyOfItsKind(ImportKind<?, ?> kind) {
        for (String pointer : kind.shape().givenIds()) {
            assertThat(parse(kind, nested(pointer, "\"chosen\""), IdMode.STRICT).givenIds())
                    .isEmpty();
        }
    }

    private static Item<?> parse(ImportKind<?, ?> kind, String record, IdMode mode) {
        return new RecordParser<>(
                        kind,
                        Operation.IMPORT,
                        new GivenIdFields(kind.shape().givenIds()),
                        mode,
                        DropRules.none(),
                        new KnownRecords(1 << 20))
                .parse(InputRecord.of(1, record.getBytes(StandardCharsets.UTF_8)));
    }

    /** A record that has a value at a pointer; without a value, all but the last field of the pointer. */
    private static String nested(String pointer, String value) {
        List<String> names = new ArrayList<>(List.of(pointer.substring(1).split("/")));
        String last = names.remove(names.size() - 1);
        String record = value == null ? "{}" : "{\"" + last + "\":" + value + "}";
        for (int i = names.size() - 1; i >= 0; i--) {
            record = names.get(i).equals("*") ? "[" + record + "]" : "{\"" + names.get(i) + "\":" + record + "}";
        }
        return record;
    }

    private static Set<String> idFields(ImportKind<?, ?> kind) {
        Set<String> found = new TreeSet<>();
        JsonNode schema = new RecordSchemas().of(kind);
        collect(schema, schema, "", found, List.of());
        return found;
    }

    /** Follows the schema to the fields named {@code id}, {@code _id} and {@code …Id}. */
    private static void collect(JsonNode all, JsonNode part, String pointer, Set<String> found, List<String> seen) {
        if (part.has("$ref")) {
            String reference = part.get("$ref").asText();
            if (!seen.contains(reference)) {
                List<String> more = new ArrayList<>(seen);
                more.add(reference);
                collect(all, all.at(reference.substring(1)), pointer, found, more);
            }
        }
        for (String choice : List.of("anyOf", "oneOf", "allOf")) {
            part.path(choice).forEach(option -> collect(all, option, pointer, found, seen));
        }
        part.path("properties").properties().forEach(field -> {
            String name = field.getKey();
            if (name.equals("id") || name.equals("_id") || name.endsWith("Id")) {
                found.add(pointer + "/" + name);
            }
            collect(all, field.getValue(), pointer + "/" + name, found, seen);
        });
        if (part.path("items").isObject()) {
            collect(all, part.get("items"), pointer + "/*", found, seen);
        }
    }
}
