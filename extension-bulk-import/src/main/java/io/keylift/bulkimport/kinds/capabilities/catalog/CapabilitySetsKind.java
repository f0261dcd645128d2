// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import java.util.Set;

/** Sets of capabilities, and of sets. */
public final class CapabilitySetsKind extends EntriesKind<CapabilitySetRecord> {

    @Override
    public KindInfo<CapabilitySetRecord> info() {
        return info("capability-sets", CapabilitySetRecord.class, "A named set of capabilities and of other sets.");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("capabilities");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "order-clerk", "members": ["orders.view", "orders.cancel"]}""", """
                        {"name": "order-manager", "source": "shop", "description": "Everything about orders",
                         "members": ["order-clerk", "orders.export"]}""")
                .givesIds("/id")
                .requires("name")
                .describes("id", "Id of a new set. Default: generated.")
                .describes("name", "Unique among the capabilities and sets of the realm.")
                .describes("resource", "What the set applies to.")
                .describes("action", "What the set allows on the resource.")
                .describes("type", "Any word that classifies sets.")
                .describes(
                        "source",
                        "Name of the source that owns the entry. Only records with this source can change it.")
                .describes("description", "Free text, up to 2000 characters.")
                .describes(
                        "members",
                        "Names of capabilities and sets. A name that does not exist yet takes effect once it exists.")
                .rule("name", FieldRule.key())
                .rule("id", FieldRule.id())
                .rule("source", FieldRule.setOnce().requiredIfStored())
                .rule(FieldRule.value().resets(), "resource", "action", "type", "description")
                .rule("members", FieldRule.list().resets());
    }

    @Override
    public RecordSource<CapabilitySetRecord> source() {
        return new EntriesSource<>(
                true,
                (entry, members) -> new CapabilitySetRecord(
                        entry.id(),
                        entry.name(),
                        entry.resource(),
                        entry.action(),
                        entry.type(),
                        entry.source(),
                        entry.description(),
                        members));
    }
}
