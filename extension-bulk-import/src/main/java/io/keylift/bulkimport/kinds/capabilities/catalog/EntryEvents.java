// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.capability.catalog.CatalogEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.keycloak.events.admin.OperationType;
import org.keycloak.util.JsonSerialization;

/**
 * Fires an admin event for each capability or set that is added, changed or removed, if the job has events for each
 * record.
 */
final class EntryEvents {

    private static final String RESOURCE = "CAPABILITY";

    private EntryEvents() {}

    static void fire(ImportContext context, EntryWork<?> work) {
        context.adminEvent()
                .resource(RESOURCE)
                .operation(operation(work.outcome()))
                .resourcePath("capabilities", "entries", work.entry.name())
                .representation(shown(work.entry))
                .success();
    }

    private static OperationType operation(Outcome outcome) {
        return switch (outcome) {
            case ADDED -> OperationType.CREATE;
            case REMOVED -> OperationType.DELETE;
            default -> OperationType.UPDATE;
        };
    }

    private static Map<String, Object> shown(CatalogEntry entry) {
        Map<String, Object> shown = entry.capability().shown();
        shown.put("description", entry.description());
        if (entry.isSet()) {
            shown.put("members", new TreeSet<>(entry.members()));
        } else {
            shown.put("endpoints", endpoints(entry));
        }
        return shown;
    }

    private static Object endpoints(CatalogEntry entry) {
        try {
            return entry.endpoints() == null ? List.of() : JsonSerialization.readValue(entry.endpoints(), List.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
