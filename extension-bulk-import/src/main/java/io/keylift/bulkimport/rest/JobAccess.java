// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.kind.spi.ImportKind;
import jakarta.ws.rs.ForbiddenException;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Which jobs of a kind a caller can read, pause, resume and remove: their own jobs, and the jobs of others if they may
 * import everything of the kind.
 *
 * @param userId user id of the caller
 * @param unrestricted whether the caller can access the jobs of others
 */
record JobAccess(String userId, boolean unrestricted) {

    static JobAccess of(ImportKind<?, ?> kind, AdminPermissionEvaluator permissions, RealmModel realm) {
        return new JobAccess(userId(permissions), isUnrestricted(kind, permissions, realm));
    }

    static boolean isUnrestricted(ImportKind<?, ?> kind, AdminPermissionEvaluator permissions, RealmModel realm) {
        return KindRepresentation.isPermitted(kind, permissions, realm) && kind.isUnrestricted(permissions);
    }

    static String userId(AdminPermissionEvaluator permissions) {
        return permissions.adminAuth().getUser().getId();
    }

    /** A caller who loses the permission for a job's operation loses access to their own jobs, too. */
    static void require(ImportJob job, ImportKind<?, ?> kind, AdminPermissionEvaluator permissions, RealmModel realm) {
        of(kind, permissions, realm).require(job);
        kind.requirePermission(job.spec().operation(), permissions, realm);
    }

    void require(ImportJob job) {
        if (!unrestricted && !userId.equals(job.createdBy())) {
            throw new ForbiddenException();
        }
    }
}
