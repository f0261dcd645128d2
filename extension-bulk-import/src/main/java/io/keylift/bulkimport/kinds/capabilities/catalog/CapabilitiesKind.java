// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import java.util.Set;

/** Capabilities: named permissions of the realm's applications. */
public final class CapabilitiesKind extends EntriesKind<CapabilityRecord> {

    @Override
    public KindInfo<CapabilityRecord> info() {
        return info("capabilities", CapabilityRecord.class, "A named permission that roles and users can have.");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of();
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "orders.view"}""", """
                        {"name": "orders.cancel", "resource": "orders", "action": "cancel", "type": "procedural",
                         "source": "shop", "description": "Cancel an order before it is sent",
                         "endpoints": [{"method": "DELETE", "path": "/orders/{id}"}]}""")
                .givesIds("/id")
                .requires("name")
                .describes("id", "Id of a new capability. Default: generated.")
                .describes("name", "Unique among the capabilities and sets of the realm.")
                .describes("resource", "What the capability applies to.")
                .describes("action", "What the capability allows on the resource.")
                .describes("type", "Any word that classifies capabilities.")
                .describes(
                        "source",
                        "Name of the source that owns the entry. Only records with this source can change it.")
                .describes("description", "Free text, up to 2000 characters.")
                .describes("endpoints", "API endpoints of the capability: objects with any fields, stored as they are.")
                .rule("name", FieldRule.key())
                .rule("id", FieldRule.id())
                .rule("source", FieldRule.setOnce().requiredIfStored())
                .rule(FieldRule.value().resets(), "resource", "action", "type", "description")
                .rule("endpoints", FieldRule.list().resets());
    }

    @Override
    public RecordSource<CapabilityRecord> source() {
        return new EntriesSource<>(
                false,
                (entry, members) -> new CapabilityRecord(
                        entry.id(),
                        entry.name(),
                        entry.resource(),
                        entry.action(),
                        entry.type(),
                        entry.source(),
                        entry.description(),
                        Endpoint.list(entry.endpoints())));
    }
}
