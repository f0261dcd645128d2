// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ConcurrentCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The laws of every kind on a database other than PostgreSQL. The tests share a realm; each has records of its own. */
abstract class OtherDatabaseKinds extends OtherDatabaseRows {

    /** Records of each kind that are imported at once. */
    private static final int MANY = Soak.size("records", 80, 1000);

    private final Set<String> prepared = new HashSet<>();

    /** Runs a test once for each kind of the server. */
    @ParameterizedTest
    @MethodSource("kinds")
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface EachKind {}

    /** Records of a kind, and the realm that they are imported into. */
    private record Batch(ImportClient client, KindContract kind, List<ObjectNode> records) {

        Batch changed(int version) {
            return new Batch(client, kind, OtherDatabaseKinds.changed(kind, records, version));
        }

        ImportAnswer post(String parameters) throws IOException {
            ImportAnswer answer = client.post(kind.kind() + "?parallelism=2&" + parameters, Records.lines(records));
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            return answer;
        }

        /** Imports the records, each of which must have this outcome. */
        ImportAnswer assertOutcome(String outcome, String parameters) throws IOException {
            return assertOutcomes(client, kind, parameters, records, outcome);
        }
    }

    /** The records of a kind from one hundredth of their number to another. */
    private Batch batch(KindContract kind, int from, int to) {
        // Members of departments are members of the organization, too.
        String name = kind.kind().equals("organization-members") ? "many-members" : "many";
        TwinRealm realm = realm(name, kind);
        if (prepared.add(kind.kind())) {
            kind.prepareRecords(realm, 0, MANY);
        }
        List<ObjectNode> records = new ArrayList<>(records(kind, MANY * from / 100, MANY * to / 100));
        return new Batch(realm.imports(), kind, records);
    }

    @EachKind
    @Order(3)
    void law2_aJobWritesEachRecordOnceHoweverOftenItIsSent(KindContract kind) throws IOException {
        Batch batch = batch(kind, 0, 70);
        int size = batch.records().size();
        String parameters = "job=" + kind.kind() + "&chunkSize=" + size / 10;

        ImportAnswer first = batch.post(parameters);
        ImportAnswer second = batch.post(parameters);

        assertThat(first.count(kind.outcomeOfNew())).as("%s", first.rejects()).isEqualTo(size);
        assertThat(second.count(kind.outcomeOfNew())).as("%s", second.rejects()).isEqualTo(size);
        assertThat(first.chunks()).hasSizeGreaterThanOrEqualTo(10).noneMatch(chunk -> chunk.has("resumed"));
        assertThat(second.chunks())
                .hasSameSizeAs(first.chunks())
                .allMatch(chunk -> chunk.path("resumed").asBoolean());
        JsonNode job = batch.client().job(kind.kind());
        assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.path(kind.outcomeOfNew()).asInt()).isEqualTo(size);
        assertThat(job.path("run").asInt()).isOne();
    }

    @EachKind
    @Order(4)
    void law1_ifExistsDecidesWhatBecomesOfARecordThatIsThere(KindContract kind) throws IOException {
        Batch batch = batch(kind, 0, 70);
        String job = "failed-" + kind.kind();
        boolean command = kind.isCommand();

        ImportAnswer failed = batch.assertOutcome(command ? "skipped" : "rejected", "ifExists=fail&job=" + job);

        assertThat(failed.rejects())
                .noneMatch(reject -> !reject.get("code").asText().equals("exists"));
        ImportClient client = batch.client();
        String rejects = client.admin()
                .send("GET", client.path("jobs/" + job + "/rejects"), null)
                .body();
        assertThat(rejects.lines()).hasSize(command ? 0 : batch.records().size());
        batch.assertOutcome("skipped", "ifExists=skip");
        int version = 0;
        for (String change : List.of("ifExists=overwrite", "ifExists=merge")) {
            Batch changed = batch.changed(++version);
            changed.assertOutcome(kind.isChangeable() ? "updated" : "skipped", change);
            changed.assertOutcome("skipped", change);
        }
    }

    @EachKind
    @Order(5)
    void aDryRunSaysWhatWouldBeAndWritesNothing(KindContract kind) throws IOException {
        Batch batch = batch(kind, 70, 75);

        batch.assertOutcome(kind.outcomeOfNew(), "dryRun=true&ifExists=fail");
        batch.assertOutcome(kind.outcomeOfNew(), "dryRun=true&ifExists=overwrite");
        batch.assertOutcome(kind.outcomeOfNew(), "ifExists=fail");
        batch.assertOutcome("skipped", "dryRun=true&ifExists=skip");
    }

    @EachKind
    @Order(6)
    void recordsThatTheDatabaseRefusesAreFound(KindContract kind) throws IOException {
        Batch batch = batch(kind, 75, 80);
        List<ObjectNode> records = batch.records();
        List<String> refusals = new ArrayList<>();
        for (int line : new TreeSet<>(List.of(2, 3, records.size() / 2, records.size()))) {
            ObjectNode refused = kind.refused(records.get(line - 1));
            if (refused != null) {
                records.set(line - 1, refused);
                refusals.add(line + " database_refused");
            }
        }

        ImportAnswer answer = batch.post("chunkSize=" + records.size() * 2 / 3);

        assertThat(answer.rejects())
                .extracting(reject ->
                        reject.get("line").asInt() + " " + reject.get("code").asText())
                .containsExactlyElementsOf(refusals);
        assertThat(answer.count(kind.outcomeOfNew())).isEqualTo(records.size() - refusals.size());
    }

    @EachKind
    @Order(7)
    void law2_twoImportsOfTheSameAtOneMomentAddEachRecordOnce(KindContract kind) throws Exception {
        Batch batch = batch(kind, 80, 100);
        int size = batch.records().size();

        List<ImportAnswer> answers = ConcurrentCalls.run(2, () -> batch.post("ifExists=skip&chunkSize=" + size / 10));

        assertThat(answers)
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(answer.rejects()).isEmpty());
        assertThat(answers.stream()
                        .mapToLong(answer -> answer.count(kind.outcomeOfNew()))
                        .sum())
                .isEqualTo(size);
    }

    List<Named<KindContract>> removableKinds() {
        return kinds().stream().filter(kind -> kind.getPayload().isRemovable()).toList();
    }

    @ParameterizedTest
    @MethodSource("removableKinds")
    @Order(8)
    void law1_whatIsThereIsRemovedOnceAndThenSkipped(KindContract kind) throws IOException {
        Batch batch = batch(kind, 80, 100);

        batch.assertOutcome("removed", "op=remove&dryRun=true");
        batch.assertOutcome("removed", "op=remove");
        batch.assertOutcome("skipped", "op=remove");
        batch.assertOutcome(kind.outcomeOfNew(), "ifExists=fail");
    }
}
