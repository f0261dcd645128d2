// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.kind.reference.KnownRole;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.common.util.CollectionUtil;

/**
 * What a record changes of an existing role. Overwriting does what {@code PUT} does: it removes an omitted description,
 * but keeps omitted attributes. A given list of composites, of the realm or of a client, replaces the stored one.
 * Merging keeps everything that the record omits, and removes no composite. In both modes, an attribute without values
 * is removed.
 */
final class RoleChange {

    private final StoredRole stored;
    private final boolean merge;
    private final String description;
    private final boolean describes;
    private final Map<String, List<String>> newAttributes = new LinkedHashMap<>(0);
    private final List<StoredRole.Attribute> obsoleteAttributes = new ArrayList<>(0);
    private final List<KnownRole> newComposites = new ArrayList<>(0);
    private final List<StoredRole.Composite> obsoleteComposites = new ArrayList<>(0);

    RoleChange(StoredRole stored, RoleWork work, boolean merge) {
        this.stored = stored;
        this.merge = merge;
        description = work.record.description();
        describes = (!merge || description != null) && !Objects.equals(description, stored.entity.getDescription());
        if (work.record.attributes() != null) {
            planAttributes(work.record.attributes());
        }
        if (work.record.composites() != null) {
            planComposites(work);
        }
    }

    private void planAttributes(Map<String, List<String>> wanted) {
        Map<String, List<StoredRole.Attribute>> there = new HashMap<>();
        for (StoredRole.Attribute attribute : stored.attributes) {
            there.computeIfAbsent(attribute.name(), n -> new ArrayList<>()).add(attribute);
        }
        Set<String> names = new HashSet<>(wanted.keySet());
        if (!merge) {
            names.addAll(there.keySet());
        }
        for (String name : names) {
            List<StoredRole.Attribute> before = there.getOrDefault(name, List.of());
            List<String> values = Objects.requireNonNullElse(wanted.get(name), List.of());
            // Like Keycloak, keeps the rows of an attribute that has the same values in another order.
            if (!CollectionUtil.collectionEquals(valuesOf(before), values)) {
                obsoleteAttributes.addAll(before);
                newAttributes.put(name, values);
            }
        }
    }

    private static List<String> valuesOf(List<StoredRole.Attribute> attributes) {
        List<String> values = new ArrayList<>();
        attributes.forEach(attribute -> values.add(attribute.value()));
        return values;
    }

    private void planComposites(RoleWork work) {
        work.composites.forEach((id, role) -> {
            if (!stored.composites.containsKey(id)) {
                newComposites.add(role);
            }
        });
        if (merge) {
            return;
        }
        boolean realmGiven = work.record.composites().realm() != null;
        for (StoredRole.Composite composite : stored.composites.values()) {
            boolean listGiven =
                    composite.client() == null ? realmGiven : work.clientsOfComposites.contains(composite.client());
            if (listGiven && !work.composites.containsKey(composite.id())) {
                obsoleteComposites.add(composite);
            }
        }
    }

    /** Whether there is anything to write. */
    boolean isChange() {
        return changesRole() || changesComposites();
    }

    /** Whether {@code PUT} would change the role. */
    boolean changesRole() {
        return describes || !newAttributes.isEmpty();
    }

    boolean changesComposites() {
        return !newComposites.isEmpty() || !obsoleteComposites.isEmpty();
    }

    List<KnownRole> newComposites() {
        return newComposites;
    }

    List<StoredRole.Composite> obsoleteComposites() {
        return obsoleteComposites;
    }

    /** Changes the managed entity and collects the other rows to write. */
    void apply(RoleRows rows) {
        if (describes) {
            stored.entity.setDescription(description);
        }
        obsoleteAttributes.forEach(attribute -> rows.removeAttribute(attribute.id()));
        newAttributes.forEach((name, values) -> values.forEach(value -> rows.attribute(stored.entity, name, value)));
        obsoleteComposites.forEach(composite -> rows.removeComposite(stored.entity, composite.id()));
        newComposites.forEach(role -> rows.composite(stored.entity, role.id()));
    }
}
