// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.Collection;
import java.util.List;

/** Operations on the objects of a realm, in this order. */
enum Operation {
    IMPORT("", "added"),
    SKIP("&ifExists=skip", "skipped"),
    MERGE_UNCHANGED("&ifExists=merge", "skipped"),
    OVERWRITE_UNCHANGED("&ifExists=overwrite", "skipped"),
    MERGE_UNCHANGED_WITH_UNDO("&ifExists=merge&undo=true", "skipped"),
    OVERWRITE_UNCHANGED_WITH_UNDO("&ifExists=overwrite&undo=true", "skipped"),
    MERGE_CHANGED("&ifExists=merge", "updated"),
    MERGE_WITHOUT_CREDENTIAL("&ifExists=merge", "updated"),
    OVERWRITE_CHANGED("&ifExists=overwrite", "updated"),
    MERGE_WITH_UNDO("&ifExists=merge&undo=true&job=merge", "updated"),
    UNDO_OF_MERGE(MERGE_WITH_UNDO, "merge", "updated"),
    OVERWRITE_WITH_UNDO("&ifExists=overwrite&undo=true&job=overwrite", "updated"),
    UNDO_OF_OVERWRITE(OVERWRITE_WITH_UNDO, "overwrite", "updated"),
    VERIFY("&op=verify", "same"),
    EXPORT("", "records"),
    /** One of a hundred users changes, and one of a thousand is missing in the input. */
    MIRROR("&op=mirror&scope=realm&maxRemovals=1%25", "updated"),
    MERGE_ASSIGNMENTS_WITH_UNDO("&ifExists=merge&undo=true&job=merge-assignments", "updated"),
    UNDO_OF_MERGE_ASSIGNMENTS(MERGE_ASSIGNMENTS_WITH_UNDO, "merge-assignments", "updated"),
    MERGE_ASSIGNMENTS("&ifExists=merge", "updated"),
    OVERWRITE_ASSIGNMENTS("&ifExists=overwrite", "updated"),
    /** Import of other persons, beside those of the first import. */
    IMPORT_WITH_UNDO("&undo=true&job=import", "added"),
    UNDO_OF_IMPORT(IMPORT_WITH_UNDO, "import", "removed"),
    REMOVAL_WITH_UNDO("&op=remove&undo=true&job=removal", "removed"),
    UNDO_OF_REMOVAL(REMOVAL_WITH_UNDO, "removal", "added"),
    REMOVAL("&op=remove", "removed"),
    /** The hash function of plain passwords alone, on all processors. */
    PASSWORD_HASH("", ""),
    /** Import of other users, whose passwords the server hashes. */
    PLAIN_PASSWORDS("", "added");

    /** Operations that are measured at a distance from the database: one of each sort. */
    static final List<Operation> AFAR = List.of(
            IMPORT, SKIP, MERGE_UNCHANGED, MERGE_CHANGED, MERGE_WITH_UNDO, UNDO_OF_MERGE, VERIFY, EXPORT, REMOVAL);

    /** The operation that this one undoes; {@code null} if this is no undo. */
    final Operation undone;

    /** Parameters of the request, or the name of the job that is undone. */
    final String how;

    /** Outcome of each record in the summary. */
    final String outcome;

    Operation(String how, String outcome) {
        this(null, how, outcome);
    }

    Operation(Operation undone, String how, String outcome) {
        this.undone = undone;
        this.how = how;
        this.outcome = outcome;
    }

    /** Name in {@code bench.json} and in the property. */
    String label() {
        return Labels.of(this);
    }

    /** State of the objects after the operation. */
    RecordState after(RecordState before) {
        return switch (this) {
            case MERGE_CHANGED, MERGE_WITHOUT_CREDENTIAL, OVERWRITE_CHANGED, MERGE_WITH_UNDO, OVERWRITE_WITH_UNDO ->
                before.changed();
            case MERGE_ASSIGNMENTS_WITH_UNDO, MERGE_ASSIGNMENTS, OVERWRITE_ASSIGNMENTS -> before.reassigned();
            default -> before;
        };
    }

    boolean isUndo() {
        return undone != null;
    }

    /**
     * Sorts operations by their requirements.
     *
     * @throws IllegalArgumentException if one that another one requires is missing
     */
    static List<Operation> inOrder(Collection<Operation> chosen) {
        if (!chosen.contains(IMPORT)) {
            throw new IllegalArgumentException("bench.operations must have import, which the others come after");
        }
        if (chosen.stream().anyMatch(operation -> operation.isUndo() && !chosen.contains(operation.undone))) {
            throw new IllegalArgumentException("bench.operations has an undo without its job");
        }
        if (chosen.contains(REMOVAL) && chosen.contains(REMOVAL_WITH_UNDO) && !chosen.contains(UNDO_OF_REMOVAL)) {
            throw new IllegalArgumentException(
                    "bench.operations must have undo-of-removal if it has removal and removal-with-undo");
        }
        return chosen.stream().sorted().toList();
    }
}
