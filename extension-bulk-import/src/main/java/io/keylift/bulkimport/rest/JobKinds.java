// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.JobPart;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import jakarta.ws.rs.ForbiddenException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The kinds that the records of a job can have: one, or all of the server in a job whose input names the kind of each.
 *
 * @param name the job's name for its kind
 */
record JobKinds(String name, List<ImportKind<?, ?>> kinds) {

    static JobKinds of(ImportKind<?, ?> kind) {
        return new JobKinds(kind.getId(), List.of(kind));
    }

    static JobKinds ofRealm(List<ImportKind<?, ?>> kinds) {
        return new JobKinds(JobSpec.REALM, kinds);
    }

    boolean isOfRealm() {
        return name.equals(JobSpec.REALM);
    }

    Set<String> ids() {
        return kinds.stream().map(ImportKind::getId).collect(Collectors.toUnmodifiableSet());
    }

    /** Requires the permission for an operation with at least one of the kinds. */
    void requirePermission(Operation operation, AdminPermissionEvaluator permissions, RealmModel realm) {
        if (kinds.stream().noneMatch(kind -> KindRepresentation.isPermitted(kind, operation, permissions, realm))) {
            throw new ForbiddenException();
        }
    }

    /** Requires the permission for a job's operation, and that for each kind that the job has written. */
    void requirePermission(
            Operation operation, List<JobPart> parts, AdminPermissionEvaluator permissions, RealmModel realm) {
        requirePermission(operation, permissions, realm);
        Set<String> written = parts.stream()
                .filter(part -> part.counters().read() > part.counters().rejected())
                .map(JobPart::kind)
                .collect(Collectors.toSet());
        kinds.stream()
                .filter(kind -> written.contains(kind.getId()))
                .forEach(kind -> kind.requirePermission(operation, permissions, realm));
    }

    /** Whether the caller may import everything of all kinds. */
    boolean isUnrestricted(AdminPermissionEvaluator permissions, RealmModel realm) {
        return kinds.stream()
                .allMatch(kind ->
                        KindRepresentation.isPermitted(kind, permissions, realm) && kind.isUnrestricted(permissions));
    }
}
