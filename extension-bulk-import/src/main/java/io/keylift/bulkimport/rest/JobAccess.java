// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobPart;
import jakarta.ws.rs.ForbiddenException;
import java.util.List;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Which jobs a caller can read, pause, resume and remove: their own jobs, and the jobs of others if they may
 * import everything of all kinds that the job can have.
 *
 * @param userId user id of the caller
 * @param unrestricted whether the caller can access the jobs of others
 */
record JobAccess(String userId, boolean unrestricted) {

    static JobAccess of(JobKinds kinds, AdminPermissionEvaluator permissions, RealmModel realm) {
        return new JobAccess(userId(permissions), kinds.isUnrestricted(permissions, realm));
    }

    static String userId(AdminPermissionEvaluator permissions) {
        return permissions.adminAuth().getUser().getId();
    }

    /** A caller who loses the permission for a job's operation loses access to their own jobs, too. */
    static void require(
            ImportJob job,
            JobKinds kinds,
            List<JobPart> parts,
            AdminPermissionEvaluator permissions,
            RealmModel realm) {
        of(kinds, permissions, realm).require(job);
        kinds.requirePermission(job.spec().operation(), parts, permissions, realm);
    }

    void require(ImportJob job) {
        if (!unrestricted && !userId.equals(job.createdBy())) {
            throw new ForbiddenException();
        }
    }
}
