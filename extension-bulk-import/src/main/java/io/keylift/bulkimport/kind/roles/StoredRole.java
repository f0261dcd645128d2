// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.RoleEntity;

/** An existing role with the rows that a record may change. */
final class StoredRole {

    /** A value of an attribute. */
    record Attribute(String id, String name, String value) {}

    /** A part of the role; {@code client} is the internal id of its client, {@code null} for a realm role. */
    record Composite(String id, String name, String client) {}

    final RoleEntity entity;
    final List<Attribute> attributes = new ArrayList<>(0);

    /** By id. */
    final Map<String, Composite> composites = new LinkedHashMap<>(0);

    StoredRole(RoleEntity entity) {
        this.entity = entity;
    }
}
