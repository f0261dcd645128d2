// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;

/** The admin events that Keycloak's Admin API fires for each resource, for imports that want one for each record. */
final class ResourceEvents {

    private ResourceEvents() {}

    static void fire(ImportContext context, List<ResourceWork> works) {
        if (context.events() != EventMode.RECORD) {
            return;
        }
        for (ResourceWork work : works) {
            if (work.isNew() || work.isChange()) {
                context.adminEvent()
                        .resource(ResourceType.AUTHORIZATION_RESOURCE)
                        .operation(work.isNew() ? OperationType.CREATE : OperationType.UPDATE)
                        .resourcePath("clients", work.server, "authz/resource-server/resource", work.id)
                        .representation(work.record.toRepresentation(work.id))
                        .success();
            }
        }
    }
}
