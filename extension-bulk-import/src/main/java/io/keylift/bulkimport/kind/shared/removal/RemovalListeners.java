// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import org.keycloak.common.Profile;

/** Everything that Keycloak notifies of a removed group, role or organization. */
final class RemovalListeners {

    private RemovalListeners() {}

    /**
     * Whether objects can be removed without a notification of each. Listeners of other extensions are notified only if
     * the job fires events for each record. User storages clean up, and the first version of fine-grained admin
     * permissions has a resource for each group and role.
     */
    static boolean areIdle(ImportContext context) {
        return context.events() != EventMode.RECORD && areOfEvents(context);
    }

    /** Whether listeners of model events are the only ones that are notified. */
    static boolean areOfEvents(ImportContext context) {
        return !Profile.isFeatureEnabled(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ)
                && UserStorages.of(context).isEmpty();
    }
}
