// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** What a job does with the records of its kind: the one place that tells an import from a removal. */
public record KindOperation<R>(ImportKind<R> kind, Operation operation) {

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

    Collection<UniqueKey> uniqueKeys(R item) {
        return isRemoval() ? kind.removalKeys(item) : kind.uniqueKeys(item);
    }

    Collection<UniqueKey> sharedKeys(R item) {
        return isRemoval() ? List.of() : kind.sharedKeys(item);
    }

    Collection<UniqueKey> excludedKeys(R item) {
        return isRemoval() ? List.of() : kind.excludedKeys(item);
    }

    Collection<UniqueKey> unconstrainedKeys(R item) {
        return isRemoval() ? List.of() : kind.unconstrainedKeys(item);
    }

    /** What an added record gives reason to warn of, or {@code null}. */
    Warning warning(R item) {
        return isRemoval() ? null : kind.warning(item);
    }

    ChunkImporter<R> chunk(ImportContext context) {
        return isRemoval() ? kind.remover(context) : kind.importer(context);
    }
}
