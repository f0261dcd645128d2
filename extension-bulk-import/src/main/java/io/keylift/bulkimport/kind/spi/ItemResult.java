// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Result of an attempt to write, remove or compare a record.
 *
 * @param outcome {@code null} before the write
 * @param id id of the entity in the realm, or {@code null} if it has none
 * @param removedParts names of the removed parts; empty unless the outcome is {@link Outcome#REMOVED}
 * @param differences JSON pointers to the parts of the record that differ from the entity; empty unless it was compared
 * @param notCompared JSON pointers to the parts of the record that a comparison skipped
 */
public record ItemResult(
        Outcome outcome, String id, List<String> removedParts, List<String> differences, List<String> notCompared) {

    /** Result of a record before its write. */
    public static final ItemResult NONE = of(null, null);

    public static ItemResult of(Outcome outcome, String id) {
        return new ItemResult(outcome, id, List.of(), List.of(), List.of());
    }

    /**
     * Result of a removal.
     *
     * @param parts one name for each removed part. The name of a part must not depend on how the record identifies it:
     *     in a dry run, a later record that removes only the same parts counts as skipped
     */
    public static ItemResult removed(String id, Collection<String> parts) {
        return new ItemResult(Outcome.REMOVED, id, List.copyOf(parts), List.of(), List.of());
    }

    /** Result of a comparison: the outcome is {@link Outcome#SKIPPED} if nothing differs. */
    public static ItemResult compared(String id, Collection<String> differences, Collection<String> notCompared) {
        return new ItemResult(
                differences.isEmpty() ? Outcome.SKIPPED : Outcome.UPDATED,
                id,
                List.of(),
                List.copyOf(differences),
                List.copyOf(notCompared));
    }

    /** The result with other pointers. */
    ItemResult at(UnaryOperator<String> pointers) {
        return differences.isEmpty() && notCompared.isEmpty()
                ? this
                : new ItemResult(outcome, id, removedParts, map(differences, pointers), map(notCompared, pointers));
    }

    private static List<String> map(List<String> from, UnaryOperator<String> pointers) {
        return from.stream().map(pointers).toList();
    }
}
