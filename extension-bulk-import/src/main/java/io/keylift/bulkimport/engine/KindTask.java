// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.ChunkImporter;
import io.keylift.bulkimport.kind.Claim;
import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.ImportKind;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** What a job does with the records of its kind: the one place that tells an import from a removal. */
public record KindTask<R>(ImportKind<R> kind, Operation operation) {

    /** Throws {@link jakarta.ws.rs.ForbiddenException} for a caller who may not do this with any record of the kind. */
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (isRemoval()) {
            kind.requireRemovalPermission(permissions, realm);
        } else {
            kind.requirePermission(permissions);
        }
    }

    boolean isRemoval() {
        return operation == Operation.REMOVE;
    }

    /** The fields that are read of a record; empty if all are. */
    Set<String> fields() {
        return isRemoval() ? kind.removalFields() : Set.of();
    }

    String key(R item) {
        return isRemoval() ? kind.removalKey(item) : kind.key(item);
    }

    Collection<Claim> claims(R item) {
        return isRemoval() ? kind.removalClaims(item) : kind.claims(item);
    }

    Collection<Claim> touched(R item) {
        return isRemoval() ? List.of() : kind.touched(item);
    }

    Collection<Claim> excluded(R item) {
        return isRemoval() ? List.of() : kind.excluded(item);
    }

    Collection<Claim> unconstrained(R item) {
        return isRemoval() ? List.of() : kind.unconstrained(item);
    }

    /** What an added record gives reason to warn of, or {@code null}. */
    Warning warning(R item) {
        return isRemoval() ? null : kind.warning(item);
    }

    ChunkImporter<R> chunk(ImportContext context) {
        return isRemoval() ? kind.remover(context) : kind.importer(context);
    }
}
