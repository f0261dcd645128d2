// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.capability.catalog.CatalogEditor;
import io.keylift.capability.catalog.CatalogEntry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides how each record of a chunk changes the catalog, in the order of the input: each record sees the changes of
 * those before it. Overwriting replaces the entry by the record, as a manifest does. Merging keeps the fields that the
 * record omits and adds to lists. In both modes, an entry of a source can be changed only by a record that names this
 * source, and keeps it. An entry without a source gets the source that the record names.
 */
final class EntryPlanner {

    private final CatalogEditor editor;
    private final IfExists ifExists;
    private final GivenIds ids;

    /** @param editor editor that has loaded all entries that the records name */
    EntryPlanner(CatalogEditor editor, JobSpec spec, List<? extends Item<? extends EntryRecord>> items) {
        this.editor = editor;
        ifExists = spec.ifExists();
        Set<String> given = new HashSet<>();
        items.forEach(item -> {
            if (item.record().id() != null) {
                given.add(item.record().id());
            }
        });
        ids = new GivenIds(spec.ids(), editor.taken(given));
    }

    /** The work for the record, or {@code null} after a reject. */
    <R extends EntryRecord> EntryWork<R> plan(Item<R> item) {
        EntryRecord record = item.record();
        CatalogEntry before = editor.find(record.name());
        if (before == null) {
            String id = ids.settle(item, "/id", record.id(), null);
            return id == null ? null : put(item, record.entry(id), Outcome.ADDED);
        }
        if (before.isSet() != record.isSet()) {
            item.reject(
                    RejectCode.CONFLICT,
                    "/name",
                    before.isSet()
                            ? "The realm has a set with this name"
                            : "The realm has a capability with this name");
            return null;
        }
        return switch (ifExists) {
            case FAIL -> {
                item.reject(
                        RejectCode.EXISTS,
                        "/name",
                        before.isSet()
                                ? "The realm already has a set with this name"
                                : "The realm already has a capability with this name");
                yield null;
            }
            case SKIP -> new EntryWork<>(item, before, Outcome.SKIPPED);
            case OVERWRITE -> isChangeable(item, before) ? change(item, before, record.entry(before.id())) : null;
            case MERGE -> isChangeable(item, before) ? change(item, before, merged(before, record)) : null;
        };
    }

    /**
     * The removal of the entry that the record names; {@code null} after a reject. Its assignments are removed, too, as
     * by a manifest. Sets and policies still name it.
     */
    <R extends EntryRecord> EntryWork<R> planRemoval(Item<R> item) {
        CatalogEntry entry = editor.find(item.record().name());
        if (entry == null || entry.isSet() != item.record().isSet()) {
            return new EntryWork<>(item, null, Outcome.SKIPPED);
        }
        if (!isChangeable(item, entry)) {
            return null;
        }
        editor.remove(entry.name());
        return new EntryWork<>(item, entry, Outcome.REMOVED);
    }

    private boolean isChangeable(Item<? extends EntryRecord> item, CatalogEntry before) {
        EntryRecord record = item.record();
        if (ids.agree(item, "/id", record.id(), before.id())
                && before.source() != null
                && !before.source().equals(record.source())) {
            item.reject(
                    RejectCode.CONFLICT, "/source", "The capability or set with this name belongs to another source");
        }
        return !item.isRejected();
    }

    private <R extends EntryRecord> EntryWork<R> change(Item<R> item, CatalogEntry before, CatalogEntry now) {
        return now.equals(before) ? new EntryWork<>(item, before, Outcome.SKIPPED) : put(item, now, Outcome.UPDATED);
    }

    private <R extends EntryRecord> EntryWork<R> put(Item<R> item, CatalogEntry entry, Outcome outcome) {
        if (entry.isSet()) {
            List<String> cycle = editor.cycle(entry.name(), entry.members());
            if (!cycle.isEmpty()) {
                item.reject(RejectCode.CYCLE, "/members", "The set would contain itself: " + String.join(" > ", cycle));
                return null;
            }
        }
        editor.put(entry);
        return new EntryWork<>(item, entry, outcome);
    }

    private static CatalogEntry merged(CatalogEntry before, EntryRecord record) {
        Set<String> members = new HashSet<>(before.members());
        if (record.members() != null) {
            members.addAll(record.members());
        }
        return new CatalogEntry(
                before.id(),
                before.name(),
                before.isSet(),
                either(record.resource(), before.resource()),
                either(record.action(), before.action()),
                either(record.type(), before.type()),
                either(record.source(), before.source()),
                either(record.description(), before.description()),
                record.endpoints() == null
                        ? before.endpoints()
                        : Endpoint.united(before.endpoints(), record.endpoints()),
                members);
    }

    private static String either(String given, String before) {
        return given == null ? before : given;
    }
}
