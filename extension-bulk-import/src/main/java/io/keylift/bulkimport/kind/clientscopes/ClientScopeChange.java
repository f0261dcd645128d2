// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.mappers.MapperRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.representations.idm.ClientScopeRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/**
 * What a record changes of a client scope. Overwriting does what {@code PUT /client-scopes/{id}} does: fields and
 * attributes that the record omits stay. {@code PUT} ignores protocol mappers; here a list of them replaces the stored
 * one or, in a merge, adds to it.
 */
final class ClientScopeChange {

    final StoredClientScope stored;
    final String description;
    final String protocol;

    /** Attributes to add or change. */
    final Map<String, String> attributes = new HashMap<>();

    final List<ProtocolMapperEntity> addedMappers = new ArrayList<>();
    final List<ProtocolMapperEntity> changedMappers = new ArrayList<>();
    final List<ProtocolMapperEntity> removedMappers = new ArrayList<>();

    /** Set before {@link #applyToRow} makes the row equal. */
    final boolean changesProtocol;

    private final boolean rowChanges;
    private final boolean assignmentChanges;

    ClientScopeChange(
            StoredClientScope stored, ClientScopeRecord record, ClientScopeRepresentation completed, boolean merge) {
        this.stored = stored;
        ClientScopeEntity row = stored.row();
        description = record.getDescription() == null ? row.getDescription() : record.getDescription();
        protocol = record.getProtocol() == null ? row.getProtocol() : record.getProtocol();
        changesProtocol = !Objects.equals(row.getProtocol(), protocol);
        rowChanges = changesProtocol || !Objects.equals(row.getDescription(), description);
        assignmentChanges = record.getAssignment() != null && record.getAssignment() != stored.assignment();
        if (completed.getAttributes() != null) {
            completed.getAttributes().forEach(this::decideAttribute);
        }
        if (completed.getProtocolMappers() != null) {
            decideMappers(completed.getProtocolMappers(), merge);
        }
    }

    private void decideAttribute(String name, String value) {
        boolean isStored = stored.attributes().containsKey(name)
                && Objects.equals(stored.attributes().get(name), value);
        if (!isStored) {
            attributes.put(name, value);
        }
    }

    private void decideMappers(List<ProtocolMapperRepresentation> given, boolean merge) {
        Map<List<String>, ProtocolMapperEntity> present = new HashMap<>();
        stored.mappers().forEach(mapper -> present.put(MapperRules.key(mapper), mapper));
        for (ProtocolMapperRepresentation representation : given) {
            ProtocolMapperEntity before = present.remove(MapperRules.key(representation));
            ProtocolMapperEntity wanted = ClientScopeMappers.entity(representation, stored.row());
            if (before == null) {
                addedMappers.add(wanted);
            } else {
                wanted.setId(before.getId());
                if (!before.getProtocolMapper().equals(wanted.getProtocolMapper())
                        || !before.getConfig().equals(wanted.getConfig())) {
                    changedMappers.add(wanted);
                }
            }
        }
        if (!merge) {
            removedMappers.addAll(present.values());
        }
    }

    /** Value of an attribute after the change. */
    String attribute(String name) {
        return attributes.containsKey(name)
                ? attributes.get(name)
                : stored.attributes().get(name);
    }

    boolean isChange() {
        return changesScope()
                || assignmentChanges
                || !addedMappers.isEmpty()
                || !changedMappers.isEmpty()
                || !removedMappers.isEmpty();
    }

    /** Whether {@code PUT} would change the client scope. */
    boolean changesScope() {
        return rowChanges || !attributes.isEmpty();
    }

    /** Ids of mappers whose rows are outdated. */
    List<String> obsoleteMappers() {
        List<String> ids = new ArrayList<>();
        changedMappers.forEach(mapper -> ids.add(mapper.getId()));
        removedMappers.forEach(mapper -> ids.add(mapper.getId()));
        return ids;
    }

    void applyToRow() {
        stored.row().setDescription(description);
        stored.row().setProtocol(protocol);
    }
}
