// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.ImportKind;
import jakarta.ws.rs.ForbiddenException;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * A kind as the REST endpoint shows it.
 *
 * @param key what identifies a record
 * @param permission what an import of the kind needs
 * @param permitted whether the caller may import it
 * @param removable whether {@code op=remove} removes what its records name
 * @param schema JSON Schema of a record, with examples
 */
record KindRepresentation(
        String kind,
        String description,
        String key,
        String permission,
        boolean permitted,
        boolean removable,
        JsonNode schema) {

    static KindRepresentation of(ImportKind<?> kind, JsonNode schema, AdminPermissionEvaluator permissions) {
        return new KindRepresentation(
                kind.getId(),
                kind.description(),
                kind.keyField(),
                kind.requiredPermission(),
                isPermitted(kind, permissions),
                kind.isRemovable(),
                schema);
    }

    static boolean isPermitted(ImportKind<?> kind, AdminPermissionEvaluator permissions) {
        try {
            kind.requirePermission(permissions);
            return true;
        } catch (ForbiddenException e) {
            return false;
        }
    }
}
