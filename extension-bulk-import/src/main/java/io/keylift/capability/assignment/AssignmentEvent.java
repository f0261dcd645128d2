// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import java.util.Map;
import org.keycloak.events.admin.OperationType;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/** The admin event for changed assignments of a role or user: the added and the removed names. */
public final class AssignmentEvent {

    private static final String RESOURCE = "CAPABILITY_ASSIGNMENT";

    private AssignmentEvent() {}

    /** Fires the event if there is a change. */
    public static void fire(AdminEventBuilder events, Holder holder, AssignmentResult result) {
        if (result.isChange()) {
            events.resource(RESOURCE)
                    .operation(OperationType.UPDATE)
                    .resourcePath(path(holder))
                    .representation(Map.of("added", result.added(), "removed", result.removed()))
                    .success();
        }
    }

    private static String path(Holder holder) {
        return "capabilities/" + (holder.type() == HolderType.ROLE ? "roles/" : "users/") + holder.id();
    }
}
