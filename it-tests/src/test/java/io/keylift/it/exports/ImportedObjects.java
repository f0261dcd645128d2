// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import io.keylift.it.imports.support.NaturalKeys;
import io.keylift.it.imports.support.RealmRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rows of a realm that belong to some of its objects, without what differs by nature. */
record ImportedObjects(RealmRows rows, NaturalKeys keys) {

    private static final Map<String, String> ID_COLUMNS = Map.of(
            "client", "id",
            "client_scope", "id",
            "keycloak_role", "id",
            "keycloak_group", "id",
            "user_entity", "id",
            "org", "id",
            "identity_provider", "internal_id");

    static ImportedObjects of(RealmRows rows) {
        return new ImportedObjects(rows, new NaturalKeys(rows));
    }

    /** Names of all objects that records stand for. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        ID_COLUMNS.forEach((table, id) -> rows.of(table).forEach(row -> names.add(name((String) row.get(id)))));
        return names;
    }

    private String name(String id) {
        return keys.withNames(id).replace("<", "").replace(rows.realm(), "the realm");
    }

    /** The rows that name one of these objects or something of them, each with its table in front. */
    List<String> texts(Set<String> names) {
        List<String> texts = new ArrayList<>();
        rows.rows()
                .keySet()
                .forEach(table -> rows.texts(table, keys::normalized).stream()
                        .filter(row -> names.stream().anyMatch(row::contains))
                        .forEach(row -> texts.add(table + " " + row)));
        return texts;
    }
}
