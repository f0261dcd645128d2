// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.exports.FieldVariants.Variant;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For every field of every kind, a verification says {@code same} exactly where an import of the same record changes no
 * row. The fields are those with a rule, the objects are the examples of all contracts, and the values are those of
 * other examples, empty ones, and made-up ones.
 */
@Order(5)
@OnSharedServer
class FieldRulesIT {

    /** Has the examples of all kinds. */
    private static TwinRealm realm;

    private static Map<String, KindDescription> descriptions;
    private static OtherValues values;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = PortableRealm.filled(server, "field-rules");
        values = new OtherValues(realm, new SplittableRandom(48));
        descriptions = KindDescription.all(realm.imports()).stream()
                .collect(Collectors.toMap(KindDescription::name, Function.identity()));
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named(KindContract::isExportable);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law14_aVerificationSaysSameExactlyWhereNoRowChanges(KindContract kind, SharedServer server)
            throws IOException {
        FieldRules rules = FieldRules.of(kind.kind());
        List<ObjectNode> stored = ExportAnswer.get(realm.admin(), realm.name(), kind.kind())
                .whole()
                .records();
        JsonNode fields = descriptions.get(kind.kind()).schema().get("properties");
        FieldVariants variants = new FieldVariants(
                rules, stored, (field, now) -> values.other(kind.kind(), field, fields.get(field), now));
        Rounds<Variant> rounds = variants.rounds();
        assertThat(rounds.all().stream().map(Variant::field))
                .containsAll(rules.fields().keySet().stream()
                        .filter(rules::isComparable)
                        .toList());

        List<String> wrong = new ArrayList<>();
        for (String ifExists : List.of("overwrite", "merge")) {
            Rounds<Variant> unchanged = Rounds.of(compare(kind.kind(), ifExists, rounds, wrong), Variant::index);
            RealmRows before = RealmRows.of(server.database(), realm.name());
            ImportAnswer answer = realm.imports()
                    .post(
                            kind.kind() + "?ids=ignore&ifExists=" + ifExists + "&chunkSize=" + unchanged.size(),
                            lines(unchanged.all()));
            assertThat(answer.count("skipped"))
                    .as("%s", answer.rejects())
                    .isEqualTo(unchanged.all().size());
            assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                    .as(ifExists)
                    .isEmpty();
        }

        assertThat(wrong).isEmpty();
    }

    /**
     * Compares what a verification says with what an import would do.
     *
     * @param wrong gets the differences
     * @return the variants with which an import changes nothing
     */
    private static Set<Variant> compare(String kind, String ifExists, Rounds<Variant> rounds, List<String> wrong)
            throws IOException {
        // Only the lines of a whole realm can say what a verification of them compares by.
        List<ObjectNode> lines = rounds.all().stream()
                .map(variant -> AdminHttp.JSON
                        .createObjectNode()
                        .put("kind", kind)
                        .put("ifExists", ifExists)
                        .<ObjectNode>set("record", variant.record()))
                .toList();
        String query = "results=all&ids=ignore&chunkSize=" + rounds.size();
        ImportAnswer verified = realm.imports().post("?op=verify&" + query, Records.lines(lines));
        SortedMap<Integer, String> found = verified.outcomes();
        SortedMap<Integer, String> imported = realm.imports()
                .post(kind + "?dryRun=true&ifExists=" + ifExists + "&" + query, lines(rounds.all()))
                .outcomes();
        assertThat(found).as("%s", verified.lines()).hasSameSizeAs(lines);
        assertThat(imported.values().stream().filter(outcome -> outcome.startsWith("duplicate_in_input")))
                .as("records with the address or the domain of another one; of one object, all would be")
                .hasSizeLessThanOrEqualTo(lines.size() / 10);
        Map<Integer, JsonNode> compared = new TreeMap<>();
        verified.ofType("record").forEach(line -> compared.put(line.get("line").asInt(), line));
        Set<Variant> unchanged = new LinkedHashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            Variant variant = rounds.all().get(i);
            String outcome = imported.get(i + 1);
            if ("skipped".equals(outcome)) {
                unchanged.add(variant);
            }
            if (!isRight(outcome, found.get(i + 1), compared.getOrDefault(i + 1, MissingNode.getInstance()))) {
                wrong.add("%s of %s/%s: %s, verified: %s %s\n  %s"
                        .formatted(
                                variant.difference(),
                                kind,
                                variant.field(),
                                ifExists + " " + outcome,
                                found.get(i + 1),
                                compared.get(i + 1),
                                variant.record()));
            }
        }
        return unchanged;
    }

    private static String lines(List<Variant> variants) {
        return Records.lines(variants.stream().map(Variant::record).toList());
    }

    /** A rejected record changes nothing, whatever it says. An object without roles gets them as a new one. */
    private static boolean isRight(String imported, String verified, JsonNode line) {
        return switch (imported) {
            case "skipped" -> "same".equals(verified);
            case "updated" -> "different".equals(verified) || hidesSecrets(line);
            case "added" -> "different".equals(verified) || "missing".equals(verified);
            default -> true;
        };
    }

    private static boolean hidesSecrets(JsonNode line) {
        return StreamSupport.stream(line.path("notCompared").spliterator(), false)
                .map(JsonNode::asText)
                .anyMatch(pointer -> pointer.matches("/(credentials|secret|config/.*|attributes/.*)"));
    }
}
