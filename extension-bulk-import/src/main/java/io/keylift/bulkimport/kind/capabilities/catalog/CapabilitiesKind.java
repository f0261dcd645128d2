// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.RecordShape;

/** Capabilities: named rights. */
public final class CapabilitiesKind extends EntriesKind<CapabilityRecord> {

    @Override
    public String getId() {
        return "capabilities";
    }

    @Override
    public Class<CapabilityRecord> recordType() {
        return CapabilityRecord.class;
    }

    @Override
    public String description() {
        return "A named right that roles and users can have.";
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "orders.view"}""", """
                        {"name": "orders.cancel", "resource": "orders", "action": "cancel", "type": "procedural", "source": "shop",
                         "description": "Cancel an order before it is sent",
                         "endpoints": [{"method": "DELETE", "path": "/orders/{id}"}]}""")
                .requires("name")
                .describes("id", "Id of a new capability; generated if absent.")
                .describes("name", "Unique in the realm among capabilities and sets.")
                .describes("resource", "What the right is about.")
                .describes("action", "What may be done with it.")
                .describes("type", "Any word by which capabilities are told apart.")
                .describes("source", "Whose catalogue it belongs to: no record that names another one changes it.")
                .describes("description", "Free text, up to 2000 characters.")
                .describes("endpoints", "What it stands for in an API: objects of any fields, kept as they are.");
    }
}
