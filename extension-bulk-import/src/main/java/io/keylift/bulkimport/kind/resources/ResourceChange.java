// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/**
 * What a record changes of a resource. Overwriting does what {@code PUT} does: what the record omits is reset, except
 * attributes, which stay. Merging keeps what the record omits, including URIs, scopes and attributes that it does not
 * name.
 */
final class ResourceChange {

    final StoredResource stored;
    final String typeBefore;
    final Set<String> uris;
    final Set<String> scopes;
    final Map<String, List<String>> attributes;
    private final boolean rowChanges;

    /** Changes the managed row; all other changes are only planned. */
    ResourceChange(StoredResource stored, ResourceWork work, boolean merge) {
        this.stored = stored;
        ResourceRecord to = work.record;
        typeBefore = stored.row().getType();
        rowChanges = ResourceRows.COLUMNS.change(stored.row(), to, merge);
        uris = new HashSet<>(to.givenUris());
        scopes = work.scopes.stream().map(ScopeEntity::getId).collect(Collectors.toSet());
        attributes = new HashMap<>();
        if (merge) {
            uris.addAll(stored.uris());
            scopes.addAll(stored.scopes());
        }
        if (merge || to.getAttributes() == null) {
            attributes.putAll(stored.attributes());
        }
        if (to.getAttributes() != null) {
            attributes.putAll(to.storedAttributes());
        }
        attributes.values().removeIf(List::isEmpty);
    }

    boolean isChange() {
        return rowChanges || changesUris() || changesScopes() || changesAttributes();
    }

    boolean changesUris() {
        return !stored.uris().equals(uris);
    }

    boolean changesScopes() {
        return !stored.scopes().equals(scopes);
    }

    /** The values of an attribute have no order. */
    boolean changesAttributes() {
        return !sorted(stored.attributes()).equals(sorted(attributes));
    }

    private static Map<String, List<String>> sorted(Map<String, List<String>> attributes) {
        Map<String, List<String>> sorted = new HashMap<>();
        attributes.forEach((name, values) -> {
            List<String> inOrder = new ArrayList<>(values);
            inOrder.sort(Comparator.nullsFirst(Comparator.naturalOrder()));
            sorted.put(name, inOrder);
        });
        return sorted;
    }
}
