// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.AdminApiCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.Database;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A {@link TwinRealm} for records of one kind whose keys already exist. It also has an object that no record names. */
record ChangedRealm(Database database, TwinRealm twin, String kind) {

    private static final Map<String, Set<String>> TABLES = Map.of(
            "users",
            Set.of(
                    "user_entity",
                    "user_attribute",
                    "credential",
                    "user_role_mapping",
                    "user_group_membership",
                    "user_required_action",
                    "federated_identity"),
            "organizations",
            Set.of("org", "org_domain", "group_attribute"));

    static ChangedRealm create(SharedServer server, String name, String kind) {
        TwinRealm twin = TwinRealm.create(server, name, Map.of()).withOrganizations("home", "away");
        ChangedRealm realm = new ChangedRealm(server.database(), twin, kind);
        Records.read("bystanders.txt").stream()
                .filter(record -> record.has("username") == kind.equals("users"))
                .forEach(bystander -> assertThat(realm.add(bystander)).isTrue());
        return realm;
    }

    /** Adds something by the Admin API, if that takes it. */
    boolean add(ObjectNode record) {
        return new AdminApiCalls(twin).create(kind, record).statusCode() == 201;
    }

    /** Imports records for keys that are taken. */
    ImportAnswer imports(String ifExists, List<ObjectNode> records) throws IOException {
        ImportAnswer answer =
                twin.imports().post(kind + "?results=all&chunkSize=40&ifExists=" + ifExists, Records.lines(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("read")).isEqualTo(records.size());
        return answer;
    }

    RealmRows rows() {
        return RealmRows.of(database, twin.name());
    }

    /** Tables with rows of what exists. */
    Set<String> tables() {
        return TABLES.get(kind);
    }

    /** Ids of what has one of these keys; an organization's internal group is a part of it. */
    Set<String> ids(RealmRows rows, Collection<String> keys) {
        return having(rows, keys)
                .flatMap(row -> Stream.of(row.get("id"), row.get("group_id")))
                .filter(Objects::nonNull)
                .map(Object::toString)
                .collect(Collectors.toSet());
    }

    String id(RealmRows rows, String key) {
        return having(rows, Set.of(key)).findFirst().orElseThrow().get("id").toString();
    }

    private Stream<Map<String, Object>> having(RealmRows rows, Collection<String> keys) {
        boolean users = kind.equals("users");
        return rows.of(users ? "user_entity" : "org").stream()
                .filter(row -> keys.contains(row.get(users ? "username" : "alias")));
    }

    /** By line, what the rows say of each change: it has changed something or nothing. */
    SortedMap<Integer, String> outcomes(List<Change> changes, RealmRows before, RealmRows after) {
        SortedMap<Integer, String> outcomes = new TreeMap<>();
        for (int i = 0; i < changes.size(); i++) {
            Set<String> ids = ids(before, List.of(changes.get(i).key()));
            boolean same = after.texts(ids, true).equals(before.texts(ids, true));
            outcomes.put(i + 1, same ? "skipped" : "updated");
        }
        return outcomes;
    }
}
