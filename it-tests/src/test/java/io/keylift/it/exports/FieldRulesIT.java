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
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * For every field of every kind, a verification says {@code same} exactly where an import of the same record changes no
 * row. The fields are those with a rule, the objects are the examples of all contracts, and the values are those of
 * other examples, empty ones, and made-up ones.
 */
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
        return Contracts.named().stream()
                .filter(kind -> kind.getPayload().isExportable())
                .toList();
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
        List<List<Variant>> rounds = variants.rounds();
        assertThat(rounds.stream().flatMap(List::stream).map(Variant::field))
                .containsAll(rules.fields().keySet().stream()
                        .filter(rules::isComparable)
                        .toList());

        List<String> wrong = new ArrayList<>();
        for (String ifExists : List.of("overwrite", "merge")) {
            List<ObjectNode> unchanged = new ArrayList<>();
            for (List<Variant> round : rounds) {
                unchanged.addAll(compare(kind.kind(), ifExists, round, wrong));
            }
            RealmRows before = RealmRows.of(server.database(), realm.name());
            ImportAnswer answer = realm.imports()
                    .post(kind.kind() + "?chunkSize=1&ids=ignore&ifExists=" + ifExists, Records.lines(unchanged));
            assertThat(answer.count("skipped")).as("%s", answer.rejects()).isEqualTo(unchanged.size());
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
     * @return the records with which an import changes nothing
     */
    private static List<ObjectNode> compare(String kind, String ifExists, List<Variant> round, List<String> wrong)
            throws IOException {
        List<ObjectNode> records = round.stream().map(Variant::record).toList();
        // Only the lines of a whole realm can say what a verification of them compares by.
        List<ObjectNode> lines = records.stream()
                .map(record -> AdminHttp.JSON
                        .createObjectNode()
                        .put("kind", kind)
                        .put("ifExists", ifExists)
                        .<ObjectNode>set("record", record))
                .toList();
        ImportAnswer verified = realm.imports().post("?op=verify&results=all&ids=ignore", Records.lines(lines));
        SortedMap<Integer, String> found = verified.outcomes();
        SortedMap<Integer, String> imported = realm.imports()
                .post(kind + "?dryRun=true&results=all&ids=ignore&ifExists=" + ifExists, Records.lines(records))
                .outcomes();
        assertThat(found).as("%s", verified.lines()).hasSameSizeAs(records);
        Map<Integer, JsonNode> compared = new TreeMap<>();
        verified.ofType("record").forEach(line -> compared.put(line.get("line").asInt(), line));
        List<ObjectNode> unchanged = new ArrayList<>();
        for (int i = 0; i < round.size(); i++) {
            String outcome = imported.get(i + 1);
            if ("skipped".equals(outcome)) {
                unchanged.add(records.get(i));
            }
            if (!isRight(outcome, found.get(i + 1), compared.getOrDefault(i + 1, MissingNode.getInstance()))) {
                wrong.add("%s of %s/%s: %s, verified: %s %s\n  %s"
                        .formatted(
                                round.get(i).difference(),
                                kind,
                                round.get(i).field(),
                                ifExists + " " + outcome,
                                found.get(i + 1),
                                compared.get(i + 1),
                                records.get(i)));
            }
        }
        return unchanged;
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
