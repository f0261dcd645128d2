// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.RecordShape;

/** Sets of capabilities, and of sets. */
public final class CapabilitySetsKind extends EntriesKind<CapabilitySetRecord> {

    @Override
    public String getId() {
        return "capability-sets";
    }

    @Override
    public Class<CapabilitySetRecord> recordType() {
        return CapabilitySetRecord.class;
    }

    @Override
    public String description() {
        return "A named set of capabilities and of other sets.";
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "order-clerk", "members": ["orders.view", "orders.cancel"]}""", """
                        {"name": "order-manager", "source": "shop", "description": "All there is to do with orders",
                         "members": ["order-clerk", "orders.export"]}""")
                .requires("name")
                .describes("id", "Id of a new set; generated if absent.")
                .describes("name", "Unique in the realm among capabilities and sets.")
                .describes("resource", "What the set is about.")
                .describes("action", "What may be done with it.")
                .describes("type", "Any word by which sets are told apart.")
                .describes("source", "Whose catalogue it belongs to: no record that names another one changes it.")
                .describes("description", "Free text, up to 2000 characters.")
                .describes("members", "Names of capabilities and sets; what is not there yet counts as soon as it is.");
    }
}
