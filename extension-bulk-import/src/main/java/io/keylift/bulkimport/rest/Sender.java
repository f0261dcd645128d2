// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.caller.Callers;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Whoever sends the request that a job runs for.
 *
 * @param access which jobs they may resume
 * @param managesEvents whether they may change which events the realm stores
 */
record Sender(Caller caller, JobAccess access, boolean managesEvents) {

    static Sender of(JobKinds kinds, KeycloakSession session, RealmModel realm, AdminPermissionEvaluator permissions) {
        return new Sender(
                Callers.of(permissions.adminAuth(), realm, session.getContext().getConnection()),
                JobAccess.of(kinds, permissions, realm),
                permissions.realm().canManageEvents());
    }

    /** Only a caller who can switch off the realm's events changes the realm without an event. */
    EventMode events(EventMode wanted, JobSpec spec) {
        boolean writes = spec.operation().writes() && !spec.dryRun();
        return wanted == EventMode.NONE && writes && !managesEvents ? EventMode.SUMMARY : wanted;
    }
}
