// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Operations on the users of a realm, in this order. */
enum Operation {
    IMPORT("", "added"),
    SKIP("&ifExists=skip", "skipped"),
    MERGE_UNCHANGED("&ifExists=merge", "skipped"),
    OVERWRITE_UNCHANGED("&ifExists=overwrite", "skipped"),
    MERGE_UNCHANGED_WITH_UNDO("&ifExists=merge&undo=true", "skipped"),
    OVERWRITE_UNCHANGED_WITH_UNDO("&ifExists=overwrite&undo=true", "skipped"),
    MERGE_CHANGED("&ifExists=merge", "updated"),
    OVERWRITE_CHANGED("&ifExists=overwrite", "updated"),
    MERGE_WITH_UNDO("&ifExists=merge&undo=true&job=merge", "updated"),
    UNDO_OF_MERGE(MERGE_WITH_UNDO, "merge", "updated"),
    OVERWRITE_WITH_UNDO("&ifExists=overwrite&undo=true&job=overwrite", "updated"),
    UNDO_OF_OVERWRITE(OVERWRITE_WITH_UNDO, "overwrite", "updated"),
    VERIFY("&op=verify", "same"),
    EXPORT("", "records"),
    /** Import of other persons, beside those of the first import. */
    IMPORT_WITH_UNDO("&undo=true&job=import", "added"),
    UNDO_OF_IMPORT(IMPORT_WITH_UNDO, "import", "removed"),
    REMOVAL_WITH_UNDO("&op=remove&undo=true&job=removal", "removed"),
    UNDO_OF_REMOVAL(REMOVAL_WITH_UNDO, "removal", "added"),
    REMOVAL("&op=remove", "removed"),
    /** Import of other users, whose passwords the server hashes. */
    PLAIN_PASSWORDS("", "added");

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
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether each record has another value of one field than the user has. */
    boolean changes() {
        return this == MERGE_CHANGED
                || this == OVERWRITE_CHANGED
                || this == MERGE_WITH_UNDO
                || this == OVERWRITE_WITH_UNDO;
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
