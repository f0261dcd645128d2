// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

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
    UNDO_OF_MERGE("merge", "updated"),
    OVERWRITE_WITH_UNDO("&ifExists=overwrite&undo=true&job=overwrite", "updated"),
    UNDO_OF_OVERWRITE("overwrite", "updated"),
    VERIFY("&op=verify", "same"),
    EXPORT("", "records"),
    REMOVAL("&op=remove", "removed"),
    /** Import of other users, whose passwords the server hashes. */
    PLAIN_PASSWORDS("", "added");

    /** Parameters of the request, or the name of the job that is undone. */
    final String how;

    /** Outcome of each record in the summary. */
    final String outcome;

    Operation(String how, String outcome) {
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
        return this == UNDO_OF_MERGE || this == UNDO_OF_OVERWRITE;
    }
}
