// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/** Does the same in two equal realms, through the Admin API and by jobs, and compares the events. */
final class EventComparison {

    private final KindContract kind;
    private final TwinRealm one;
    private final TwinRealm other;
    private final RealmEvents ofOne;
    private final RealmEvents ofOther;
    private final List<Step> steps = new ArrayList<>();

    /** Positions of the records that were added. */
    private final List<Integer> added = new ArrayList<>();

    /** What the realm of the Admin API had of the kind before a job that can be undone. */
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
        ofOne.skip();
        for (ObjectNode record : records) {
            // Of what is refused, the calls before are events, too, and those of models are rolled back.
            if (adminApi.apply(one, record).statusCode() < 300) {
                ofOne.hear();
            } else {
                ofOne.skip();
            }
        }
        ofOther.skip();
        ImportAnswer answer = other.imports().post(path, Records.lines(imported));
        ofOther.hear();
        steps.add(new Step(step, ofOne.take(), ofOther.take()));
        ofOne.readNames();
        ofOther.readNames();
        return answer.addsUp();
    }

    private String path(String job, String parameters) {
        return kind.kind() + "?events=record&results=all&chunkSize=8&" + parameters
                + (kind.isUndoable() ? "&undo=true&job=" + job + "-" + kind.kind() : "");
    }

    void add(List<ObjectNode> records) throws IOException {
        ImportAnswer answer = compare(
                "add", kind::create, Records.of(one, records), path("add", "ifExists=fail"), Records.of(other, records));
        answer.outcomes().forEach((line, outcome) -> {
            if (outcome.equals("added")) {
                added.add(line - 1);
            }
        });
        assertThat(answer.count(kind.outcomeOfNew())).as("%s", answer.lines()).isPositive();
    }

    void overwrite(List<ObjectNode> records) throws IOException {
        before.put("overwrite", export());
        ImportAnswer answer =
                compare("overwrite", kind::overwrite, records, path("overwrite", "ifExists=overwrite"), records);
        assertThat(answer.rejects()).as("%s", answer.lines()).isEmpty();
    }

    void remove(List<ObjectNode> records) throws IOException {
        before.put("remove", export());
        ImportAnswer answer = compare(
                "remove", kind::remove, added(one, records), path("remove", "op=remove"), added(other, records));
        assertThat(answer.rejects()).as("%s", answer.lines()).isEmpty();
    }

    private List<ObjectNode> added(TwinRealm realm, List<ObjectNode> records) {
        return Records.of(realm, added.stream().map(records::get).toList());
    }

    void undo(List<ObjectNode> records) throws IOException {
        if (kind.isRemovable()) {
            undo("remove", kind::create, lost("remove"));
        }
        if (kind.isOverwritable() && kind.isExportable()) {
            undo("overwrite", kind::overwrite, lost("overwrite"));
        }
        if (kind.isRemovable()) {
            undo("add", kind::remove, added(one, records));
        }
    }

    private void undo(
            String job, BiFunction<TwinRealm, ObjectNode, HttpResponse<String>> adminApi, List<ObjectNode> records)
            throws IOException {
        assertThat(records).as("records whose %s is undone", job).isNotEmpty();
        ImportAnswer answer = compare(
                "undo " + job,
                adminApi,
                records,
                "jobs/" + job + "-" + kind.kind() + "/undo?events=record&results=all",
                List.of());
        assertThat(answer.rejects()).as("%s", answer.lines()).isEmpty();
    }

    /** Records of what the realm of the Admin API had before a job, and does not have as it was. */
    private List<ObjectNode> lost(String job) {
        List<ObjectNode> lost = new ArrayList<>(before.get(job));
        lost.removeAll(export());
        return lost;
    }

    private List<ObjectNode> export() {
        return kind.isExportable()
                ? ExportAnswer.get(one.admin(), one.name(), kind.kind() + "?secrets=true").whole().records()
                : List.of();
    }

    void assertAlike() {
        assertSoftly(softly -> {
            for (Step step : steps) {
                Set<String> byApi = ofOne.named(step.byApi);
                Set<String> byImport = ofOther.named(step.byImport);
                softly.assertThat(byApi).as("events of %s", step.name).isNotEmpty();
                softly.assertThat(without(byApi, byImport))
                        .as("%s: only by the Admin API", step.name)
                        .isEmpty();
                softly.assertThat(without(byImport, byApi))
                        .as("%s: only by the import", step.name)
                        .isEmpty();
            }
        });
    }

    private static Set<String> without(Set<String> events, Set<String> others) {
        Set<String> left = new TreeSet<>(events);
        left.removeAll(others);
        return left;
    }

    void dump(java.nio.file.Path file) throws IOException {
        StringBuilder out = new StringBuilder();
        for (Step step : steps) {
            Set<String> byApi = ofOne.named(step.byApi);
            Set<String> byImport = ofOther.named(step.byImport);
            out.append("## " + step.name + " api " + byApi.size() + " import " + byImport.size() + "\n");
            without(byApi, byImport).forEach(e -> out.append("  API ").append(e).append('\n'));
            without(byImport, byApi).forEach(e -> out.append("  IMP ").append(e).append('\n'));
        }
        java.nio.file.Files.writeString(file, out);
    }
}
