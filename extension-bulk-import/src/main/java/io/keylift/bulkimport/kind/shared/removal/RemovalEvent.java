// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/**
 * The admin event of a {@code DELETE}.
 *
 * @param path path of the object below the realm
 * @param representation representation of the object in Keycloak's own event; {@code null} for none
 */
public record RemovalEvent(ResourceType type, String path, Object representation) {

    void fire(AdminEventBuilder event) {
        event.resource(type).operation(OperationType.DELETE).resourcePath(path);
        if (representation != null) {
            event.representation(representation);
        }
        event.success();
    }
}
