// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;

/**
 * The organization in Keycloak's session context. Keycloak's own listener refuses events of an organization's group
 * outside of that organization.
 */
public final class OrganizationContext {

    private OrganizationContext() {}

    /** Fires an event about this group, whether or not it belongs to an organization. */
    public static void fire(KeycloakSession session, GroupModel group, Runnable event) {
        KeycloakContext context = session.getContext();
        boolean entering = context.getOrganization() == null && group.getOrganization() != null;
        if (entering) {
            context.setOrganization(group.getOrganization());
        }
        try {
            event.run();
        } finally {
            if (entering) {
                context.setOrganization(null);
            }
        }
    }
}
