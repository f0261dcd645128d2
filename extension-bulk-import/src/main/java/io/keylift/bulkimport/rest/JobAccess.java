// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import jakarta.ws.rs.ForbiddenException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /**
     * The jobs that a caller can list: of each operation for which they have the permission.
     *
     * @param kinds all kinds of the server
     * @param ofRealm the kinds that a job of several kinds can have, by its operation
     * @throws ForbiddenException if the caller has no permission for any operation with any kind
     */
    static ListedJobs listed(
            List<ImportKind<?, ?>> kinds,
            Function<Operation, JobKinds> ofRealm,
            AdminPermissionEvaluator permissions,
            RealmModel realm) {
        Set<String> unrestricted = Stream.concat(kinds.stream().map(JobKinds::of), Stream.of(JobKinds.ofRealm(kinds)))
                .filter(each -> each.isUnrestricted(permissions, realm))
                .map(JobKinds::name)
                .collect(Collectors.toSet());
        Map<Operation, ListedJobs.Kinds> byOperation = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            Set<String> own = kinds.stream()
                    .filter(kind -> KindRepresentation.isPermitted(kind, operation, permissions, realm))
                    .map(ImportKind::getId)
                    .collect(Collectors.toSet());
            Set<String> forbidden = new HashSet<>(ofRealm.apply(operation).ids());
            if (forbidden.removeAll(own)) {
                own.add(JobSpec.REALM);
            }
            if (!own.isEmpty()) {
                Set<String> all = new HashSet<>(own);
                all.retainAll(unrestricted);
                byOperation.put(operation, new ListedJobs.Kinds(all, own, forbidden));
            }
        }
        if (byOperation.isEmpty()) {
            throw new ForbiddenException();
        }
        return new ListedJobs(userId(permissions), byOperation);
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
