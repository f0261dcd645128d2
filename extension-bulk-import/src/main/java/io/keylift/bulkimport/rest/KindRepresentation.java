// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.startup.Refusal;
import jakarta.ws.rs.ForbiddenException;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * A kind as the REST endpoint shows it.
 *
 * @param key field that identifies a record
 * @param permission permission that an import of the kind requires
 * @param permitted whether the caller has that permission
 * @param removable whether {@code op=remove} is available
 * @param exportable whether the kind can be exported
 * @param refusal why this server refuses all imports; absent if it does not
 * @param schema JSON Schema of a record, with examples
 */
record KindRepresentation(
        String kind,
        String description,
        String key,
        String permission,
        boolean permitted,
        boolean removable,
        boolean exportable,
        @JsonInclude(JsonInclude.Include.NON_NULL) Refusal refusal,
        JsonNode schema) {

    static KindRepresentation of(
            ImportKind<?, ?> kind,
            JsonNode schema,
            AdminPermissionEvaluator permissions,
            RealmModel realm,
            Refusal refusal) {
        return new KindRepresentation(
                kind.getId(),
                kind.info().description(),
                kind.info().keyField(),
                kind.info().requiredPermission(),
                isPermitted(kind, permissions, realm),
                kind.isRemovable(),
                kind.isExportable(),
                refusal,
                schema);
    }

    /** Whether the caller may import the kind. */
    static boolean isPermitted(ImportKind<?, ?> kind, AdminPermissionEvaluator permissions, RealmModel realm) {
        return isPermitted(kind, Operation.IMPORT, permissions, realm);
    }

    static boolean isPermitted(
            ImportKind<?, ?> kind, Operation operation, AdminPermissionEvaluator permissions, RealmModel realm) {
        try {
            kind.requirePermission(operation, permissions, realm);
            return true;
        } catch (ForbiddenException e) {
            return false;
        }
    }
}
