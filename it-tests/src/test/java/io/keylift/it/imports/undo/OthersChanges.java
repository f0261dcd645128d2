// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.undo.RandomJobs.Job;
import io.keylift.it.server.Database;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Changes by others between jobs and their undos, and the rows that must keep them. */
final class OthersChanges {

    private static final int MOST = 2;

    /** Of a record; no job has it. */
    private static final int VERSION = 7;

    private final TwinRealm realm;
    private final Database database;

    /** Ids of the objects of jobs, by the keys of their records. */
    private final Map<String, Set<String>> known = new HashMap<>();

    /** Keys of the objects that were changed. */
    private final Map<String, String> changed = new LinkedHashMap<>();

    /** Ids of what stays: what was changed, what it refers to, and the groups above. */
    private final Set<String> kept = new HashSet<>();

    /** Ids of removed objects whose keys have been taken by what stays. */
    private final Set<String> gone = new HashSet<>();

    private RealmRows before;
    private Map<String, List<String>> rows = Map.of();

    OthersChanges(TwinRealm realm, Database database) {
        this.realm = realm;
        this.database = database;
    }

    /** Learns the ids of objects from the answer of a job. */
    void know(ImportAnswer answer) {
        for (JsonNode line : answer.ofType("record")) {
            known.computeIfAbsent(line.get("key").asText(), key -> new HashSet<>())
                    .add(line.path("id").asText());
        }
    }

    /** Whether the Admin API can change what the job writes. */
    static boolean canChange(Job job) {
        return job.kind().isChangeable()
                && job.kind().isOverwritable()
                && !job.parameters().contains("remove");
    }

    /** Changes some objects that a job has written, by the Admin API. */
    void change(Job job, ImportAnswer answer, Random random) {
        if (!canChange(job)) {
            return;
        }
        List<JsonNode> written = new ArrayList<>(answer.ofType("record"));
        written.removeIf(line ->
                !List.of("added", "updated").contains(line.get("outcome").asText()));
        before = RealmRows.of(database, realm.name());
        RealmRows now = before;
        for (int i = 0; i < MOST && !written.isEmpty(); i++) {
            JsonNode line = written.get(random.nextInt(written.size()));
            int number = job.numbers().get(line.get("line").asInt() - 1);
            ObjectNode record = job.kind().changed(job.kind().record(number), VERSION);
            int status = job.kind().overwrite(realm, record).statusCode();
            assertThat(status).as("%s %d", job.kind().kind(), number).isBetween(200, 299);
            RealmRows previous = now;
            now = RealmRows.of(database, realm.name());
            if (now.changedSince(previous).isEmpty()) {
                continue; // a user can have the capabilities of the version already
            }
            changed.put(line.get("key").asText(), line.get("id").asText());
            if (record.has("source")) {
                kept.add(record.get("source").asText()); // a capability's source gets a row of its own
            }
        }
        kept.addAll(changed.values());
        for (String id : changed.values()) {
            kept.addAll(UndoneRows.parts(now, id));
        }
        rows = UndoneRows.changes(now, before);
    }

    Collection<String> keys() {
        return changed.keySet();
    }

    Set<String> ids() {
        Set<String> ids = new HashSet<>(kept);
        ids.addAll(gone);
        return ids;
    }

    /**
     * An undo keeps what was changed and what has to stay with it, and nothing else.
     *
     * @param last whether the undone job has written what was changed
     */
    void expect(List<JsonNode> rejects, RealmRows now, boolean last, String description) {
        Set<String> keys = new HashSet<>();
        for (JsonNode reject : rejects) {
            assertThat(reject.get("code").asText())
                    .as("%s %s", reject, description)
                    .isEqualTo("conflict");
            keys.add(reject.get("key").asText());
        }
        if (last) {
            assertThat(keys).as(description).containsAll(changed.keySet());
        }
        boolean more = true;
        while (more) {
            more = false;
            for (String id : List.copyOf(kept)) {
                more |= kept.addAll(UndoneRows.above(now, id));
            }
            for (String key : keys) {
                for (String id : known.getOrDefault(key, Set.of())) {
                    more |= !kept.contains(id) && isNamed(id, now) && kept.add(id);
                }
            }
        }
        for (String key : keys) {
            Set<String> ids = known.getOrDefault(key, Set.of());
            if (ids.stream().anyMatch(kept::contains)) {
                gone.addAll(ids);
            }
        }
        assertThat(keys)
                .as(description)
                .noneMatch(
                        key -> known.getOrDefault(key, Set.of()).stream().noneMatch(kept::contains) && !isAbove(key));
    }

    private boolean isNamed(String id, RealmRows now) {
        return kept.stream()
                .anyMatch(other -> UndoneRows.isLinked(now, id, other) || UndoneRows.isLinked(before, id, other));
    }

    /** Whether it is the path of a group above one that stays. */
    private boolean isAbove(String key) {
        return known.entrySet().stream()
                .filter(one -> one.getValue().stream().anyMatch(kept::contains))
                .anyMatch(one -> one.getKey().startsWith(key + "/"));
    }

    void assertKept() {
        UndoneRows.assertKept(rows, RealmRows.of(database, realm.name()));
    }
}
