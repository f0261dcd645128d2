// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.kinds.EventDifference;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;

/** Does the same in two equal realms, through the Admin API and by jobs, and compares the events. */
final class EventComparison {

    private static final String ADD = "add";
    private static final String OVERWRITE = "overwrite";
    private static final String REMOVE = "remove";
    private static final String REST = "the rest";

    /** As by the Admin API, the first of the records that name the same new object adds it. */
    private static final String IN_ORDER = "?events=record&results=all&chunkSize=8&parallelism=1";

    /** Of jobs. */
    private final String id = UUID.randomUUID().toString();

    private final KindContract kind;
    private final TwinRealm one;
    private final TwinRealm other;
    private final RealmEvents ofOne;
    private final RealmEvents ofOther;
    private final List<Step> steps = new ArrayList<>();

    /** Objects of the kind in the realm of the Admin API before each job. */
    private final Map<String, List<ObjectNode>> before = new HashMap<>();

    private record Step(String name, List<String> byApi, List<String> byImport) {}

    EventComparison(CrashTestServer server, KindContract kind, TwinRealm one, TwinRealm other) {
        this.kind = kind;
        this.one = one;
        this.other = other;
        ofOne = new RealmEvents(server, one);
        ofOther = new RealmEvents(server, other);
    }

    private ImportAnswer compare(
            String step,
            BiFunction<TwinRealm, ObjectNode, HttpResponse<String>> adminApi,
            List<ObjectNode> records,
            String path,
            List<ObjectNode> imported)
            throws IOException {
        for (ObjectNode record : records) {
            call(step, adminApi, record);
        }
        ofOther.skip();
        ImportAnswer answer = other.imports().post(path, Records.lines(imported));
        ofOther.hear();
        steps.add(new Step(step, ofOne.take(), ofOther.take()));
        ofOne.readNames();
        ofOther.readNames();
        return answer.addsUp();
    }

    private void call(
            String step, BiFunction<TwinRealm, ObjectNode, HttpResponse<String>> adminApi, ObjectNode record) {
        EventDifference difference = kind.eventDifference();
        JsonNode before = difference == null ? null : difference.state(one);
        ofOne.skip();
        HttpResponse<String> answer = adminApi.apply(one, record);
        if (answer != null && !step.endsWith("examples") && !step.equals(REST)) {
            assertThat(answer.statusCode())
                    .as("%s %s: %s", step, record, answer.body())
                    .isLessThan(300);
        }
        if (answer == null || answer.statusCode() >= 300) {
            // Events that Keycloak's models tell before are rolled back.
            ofOne.skip();
        } else if (difference == null) {
            ofOne.hear();
        } else {
            JsonNode after = difference.state(one);
            ofOne.hear(event -> difference.expected(event, before, after), difference::isExpected);
        }
        if (answer != null && answer.statusCode() == 201) {
            kind.complete(one, record);
        }
    }

    /** Adds examples, and removes those that were added. */
    void examples(List<ObjectNode> records) throws IOException {
        String path = kind.kind() + IN_ORDER;
        List<ObjectNode> forOne = Records.of(one, records);
        List<ObjectNode> forOther = Records.of(other, records);
        ImportAnswer answer = compare("add examples", kind::create, forOne, path, forOther);
        if (kind.isRemovable()) {
            List<ObjectNode> ofOne = new ArrayList<>();
            List<ObjectNode> ofOther = new ArrayList<>();
            answer.outcomes().forEach((line, outcome) -> {
                if (outcome.equals("added")) {
                    ofOne.add(forOne.get(line - 1));
                    ofOther.add(forOther.get(line - 1));
                }
            });
            compare("remove examples", kind::remove, ofOne, path + "&op=remove", ofOther);
        }
    }

    void add(List<ObjectNode> records) throws IOException {
        before.put(ADD, export());
        ImportAnswer answer = compare(ADD, kind::create, records, path(ADD, "ifExists=fail"), records);
        assertThat(answer.count(kind.outcomeOfNew())).as("%s", answer.lines()).isEqualTo(records.size());
    }

    void overwrite(List<ObjectNode> records) throws IOException {
        before.put(OVERWRITE, export());
        ImportAnswer answer =
                compare(OVERWRITE, kind::overwrite, records, path(OVERWRITE, "ifExists=overwrite"), records);
        assertThat(answer.count("updated")).as("%s", answer.lines()).isEqualTo(records.size());
    }

    void remove(List<ObjectNode> records) throws IOException {
        before.put(REMOVE, export());
        ImportAnswer answer = compare(REMOVE, kind::remove, records, path(REMOVE, "op=remove"), records);
        assertThat(answer.count("removed")).as("%s", answer.lines()).isEqualTo(records.size());
    }

    private String path(String job, String parameters) {
        return kind.kind() + IN_ORDER + "&" + parameters
                + (kind.isUndoable() ? "&undo=true&job=" + job + "-" + id : "");
    }

    /**
     * Undoes the jobs, the last one first.
     *
     * @param records that were added
     * @param changed that have overwritten these
     */
    void undo(List<ObjectNode> records, List<ObjectNode> changed) throws IOException {
        if (!kind.isRemovable()) {
            List<ObjectNode> back = new ArrayList<>();
            for (int i = 0; i < records.size(); i++) {
                back.add(kind.inverse(changed.get(i), records.get(i)));
            }
            undo(OVERWRITE, kind::create, back, List.of());
            undo(
                    ADD,
                    kind::create,
                    records.stream().map(record -> kind.inverse(record, null)).toList(),
                    List.of());
            return;
        }
        List<ObjectNode> overwritten = kind.isOverwritable() && kind.isExportable() ? overwritten() : List.of();
        undo(REMOVE, kind::create, lost(before.get(REMOVE), export()), List.of());
        if (!overwritten.isEmpty()) {
            undo(OVERWRITE, kind::overwrite, overwritten, changed);
        }
        undo(ADD, kind::remove, records, records);
    }

    /** @param adding records that may have added other objects, too */
    private void undo(
            String job,
            BiFunction<TwinRealm, ObjectNode, HttpResponse<String>> adminApi,
            List<ObjectNode> records,
            List<ObjectNode> adding)
            throws IOException {
        assertThat(records).as("records whose %s is undone", job).isNotEmpty();
        records.forEach(record -> call("undo " + job, adminApi, record));
        if (job.equals(ADD) && kind.isExportable()) {
            List<ObjectNode> rest = lost(export(), before.get(ADD));
            Collections.reverse(rest);
            rest.forEach(record -> call(REST, kind::remove, record));
        }
        adding.forEach(record -> call(REST, kind::removeRest, record));
        String path = "jobs/" + job + "-" + id + "/undo?events=record&results=all";
        ImportAnswer answer = compare("undo " + job, adminApi, List.of(), path, List.of());
        assertThat(answer.rejects()).as("%s", answer.lines()).isEmpty();
    }

    /**
     * The records of what was overwritten, as an undo sends them: without lists and maps that were not changed.
     */
    private List<ObjectNode> overwritten() {
        List<ObjectNode> was = lost(before.get(OVERWRITE), before.get(REMOVE));
        List<ObjectNode> changed = lost(before.get(REMOVE), before.get(OVERWRITE));
        assertThat(changed).as("changed objects").hasSameSizeAs(was);
        List<ObjectNode> overwritten = new ArrayList<>();
        for (int i = 0; i < was.size(); i++) {
            ObjectNode now = changed.get(i);
            ObjectNode record = was.get(i).deepCopy();
            record.properties()
                    .removeIf(field -> field.getValue().isContainerNode()
                            && !kind.requiredLists().contains(field.getKey())
                            && field.getValue().equals(now.get(field.getKey())));
            overwritten.add(record);
        }
        return overwritten;
    }

    /** The records that later ones do not have as they were, parents first. */
    private static List<ObjectNode> lost(List<ObjectNode> records, List<ObjectNode> later) {
        List<ObjectNode> lost = new ArrayList<>(records);
        lost.removeAll(later);
        lost.sort(Comparator.comparing(record -> record.path("path").asText().length()));
        return lost;
    }

    private List<ObjectNode> export() {
        return kind.isExportable()
                ? ExportAnswer.get(one.admin(), one.name(), kind.kind() + "?secrets=true")
                        .whole()
                        .records()
                : List.of();
    }

    void assertAlike() {
        assertSoftly(softly -> {
            for (Step step : steps) {
                Set<String> byApi = shown(step, ofOne.named(step.byApi));
                Set<String> byImport = shown(step, ofOther.named(step.byImport));
                softly.assertThat(without(byApi, byImport))
                        .as("%s: only by the Admin API", step.name)
                        .isEmpty();
                softly.assertThat(without(byImport, byApi))
                        .as("%s: only by the import", step.name)
                        .isEmpty();
            }
        });
    }

    /** An undo of commands shows each user as a record of users has it, and no call of the Admin API sends that. */
    private Set<String> shown(Step step, Set<String> events) {
        if (kind.isRemovable() || !step.name.startsWith("undo")) {
            return events;
        }
        Set<String> shown = new TreeSet<>();
        events.forEach(
                event -> shown.add(event.startsWith("ADMIN UPDATE USER ") ? event.replaceFirst(" \\{.*", "") : event));
        return shown;
    }

    private static Set<String> without(Set<String> events, Set<String> others) {
        Set<String> left = new TreeSet<>(events);
        left.removeAll(others);
        return left;
    }
}
