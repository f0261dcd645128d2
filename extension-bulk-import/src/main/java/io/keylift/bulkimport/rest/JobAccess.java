// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.kind.spi.ImportKind;
import jakarta.ws.rs.ForbiddenException;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Which jobs of a kind somebody may see, steer, resume and remove: the own ones, and with the right to import
 * everything of the kind those of others.
 *
 * @param userId who it is
 * @param unrestricted whether the jobs of others are within reach
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

    /** The own jobs are out of reach, too, once the right to do what they do is gone. */
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
