// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.AtOnce;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the laws demand of every kind, on a database other than PostgreSQL. The tests share a realm, in which each has
 * records of its own.
 */
abstract class OtherDatabaseKinds extends OtherDatabaseRows {

    /** Records of each kind that are imported at once. */
    private static final int MANY = Soak.size("records", 100, 1000);

    private final Set<String> many = new HashSet<>();

    /** Members of departments are members of the organization, too. */
    private ImportClient many(KindContract kind) {
        String name = kind.kind().equals("organization-members") ? "many-members" : "many";
        TwinRealm realm = realm(name, kind);
        if (many.add(kind.kind())) {
            kind.prepareRecords(realm, 0, MANY);
        }
        return realm.imports();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(3)
    void law2_aJobWritesEachRecordOnceHoweverOftenItIsSent(KindContract kind) throws IOException {
        ImportClient client = many(kind);
        List<ObjectNode> records = part(kind, 0, 70);
        String path = kind.kind() + "?job=" + kind.kind() + "&parallelism=2&chunkSize=" + records.size() / 10;

        ImportAnswer first = client.post(path, Records.lines(records));
        ImportAnswer second = client.post(path, Records.lines(records));

        for (ImportAnswer answer : List.of(first, second)) {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).as("%s", answer.rejects()).isEqualTo(records.size());
        }
        assertThat(first.chunks()).hasSizeGreaterThanOrEqualTo(10).noneMatch(chunk -> chunk.has("resumed"));
        assertThat(second.chunks())
                .hasSameSizeAs(first.chunks())
                .allMatch(chunk -> chunk.path("resumed").asBoolean());
        JsonNode job = client.job(kind.kind());
        assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.path("added").asInt()).isEqualTo(records.size());
        assertThat(job.path("run").asInt()).isOne();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(4)
    void law1_ifExistsDecidesWhatBecomesOfARecordThatIsThere(KindContract kind) throws IOException {
        ImportClient client = many(kind);
        List<ObjectNode> records = part(kind, 0, 70);

        String refused = kind.isCommand() ? "skipped" : "rejected";
        ImportAnswer failed =
                assertOutcomes(client, kind, "job=failed-" + kind.kind() + "&ifExists=fail", records, refused);
        assertThat(failed.rejects())
                .allMatch(reject -> reject.get("code").asText().equals("exists"));
        String rejects = client.admin()
                .send("GET", client.path("jobs/failed-" + kind.kind() + "/rejects"), null)
                .body();
        assertThat(rejects.lines()).hasSize(kind.isCommand() ? 0 : records.size());
        assertOutcomes(client, kind, "ifExists=skip", records, "skipped");
        String updated = kind.isChangeable() ? "updated" : "skipped";
        assertOutcomes(client, kind, "ifExists=overwrite", changed(kind, records, 1), updated);
        assertOutcomes(client, kind, "ifExists=overwrite", changed(kind, records, 1), "skipped");
        assertOutcomes(client, kind, "ifExists=merge", changed(kind, records, 2), updated);
        assertOutcomes(client, kind, "ifExists=merge", changed(kind, records, 2), "skipped");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(5)
    void aDryRunSaysWhatWouldBeAndWritesNothing(KindContract kind) throws IOException {
        ImportClient client = many(kind);
        List<ObjectNode> records = part(kind, 70, 75);

        assertOutcomes(client, kind, "dryRun=true&ifExists=fail", records, "added");
        assertOutcomes(client, kind, "dryRun=true&ifExists=overwrite", records, "added");
        assertOutcomes(client, kind, "ifExists=fail", records, "added");
        assertOutcomes(client, kind, "dryRun=true&ifExists=skip", records, "skipped");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(6)
    void recordsThatTheDatabaseRefusesAreFound(KindContract kind) throws IOException {
        ImportClient client = many(kind);
        List<ObjectNode> records = part(kind, 75, 80);
        Set<Integer> bad = new TreeSet<>();
        for (int line : new TreeSet<>(List.of(2, 3, records.size() / 2, records.size()))) {
            ObjectNode refused = kind.refused(records.get(line - 1));
            if (refused != null) {
                records.set(line - 1, refused);
                bad.add(line);
            }
        }

        ImportAnswer answer =
                client.post(kind.kind() + "?parallelism=2&chunkSize=" + records.size() * 2 / 3, Records.lines(records));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.rejects())
                .extracting(reject ->
                        reject.get("line").asInt() + " " + reject.get("code").asText())
                .containsExactlyElementsOf(
                        bad.stream().map(line -> line + " database_refused").toList());
        assertThat(answer.count("added")).isEqualTo(records.size() - bad.size());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(7)
    void law2_twoImportsOfTheSameAtOneMomentAddEachRecordOnce(KindContract kind) throws Exception {
        ImportClient client = many(kind);
        List<ObjectNode> records = part(kind, 80, 100);
        String path = kind.kind() + "?ifExists=skip&parallelism=2&chunkSize=" + records.size() / 10;

        List<ImportAnswer> answers = AtOnce.run(2, () -> client.post(path, Records.lines(records)));

        answers.forEach(answer -> {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.rejects()).isEmpty();
        });
        assertThat(answers.stream().mapToLong(answer -> answer.count("added")).sum())
                .isEqualTo(records.size());
    }

    List<Named<KindContract>> removableKinds() {
        return kinds().stream().filter(kind -> kind.getPayload().isRemovable()).toList();
    }

    @ParameterizedTest
    @MethodSource("removableKinds")
    @Order(8)
    void law1_whatIsThereIsRemovedOnceAndThenSkipped(KindContract kind) throws IOException {
        ImportClient client = many(kind);
        List<ObjectNode> records = part(kind, 80, 100);

        assertOutcomes(client, kind, "op=remove&dryRun=true", records, "removed");
        assertOutcomes(client, kind, "op=remove", records, "removed");
        assertOutcomes(client, kind, "op=remove", records, "skipped");
        assertOutcomes(client, kind, "ifExists=fail", records, "added");
    }

    /** The records of a kind from one hundredth of their number to another. */
    private static List<ObjectNode> part(KindContract kind, int from, int to) {
        return new ArrayList<>(records(kind, MANY * from / 100, MANY * to / 100));
    }
}
