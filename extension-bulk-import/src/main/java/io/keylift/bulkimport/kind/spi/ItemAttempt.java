// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.List;

/** State of a record in one attempt to write its chunk. A rollback ends the attempt, and its state is dropped. */
final class ItemAttempt {

    Reject reject;
    ItemResult result = ItemResult.NONE;
    Warning warning;
    boolean isAfterAll;

    /** Replaced by growing lists with the first element: most records have none. */
    private List<Item.Awaited> awaited = List.of();

    private List<UniqueKey> predecessors = List.of();

    /** @param reject a reject that the attempt begins with, or {@code null} */
    ItemAttempt(Reject reject) {
        this.reject = reject;
    }

    List<Item.Awaited> awaited() {
        return awaited;
    }

    void await(Item.Awaited reference) {
        awaited = with(awaited, reference);
    }

    void endAwaiting() {
        awaited = List.of();
    }

    List<UniqueKey> predecessors() {
        return predecessors;
    }

    void orderAfter(UniqueKey predecessor) {
        predecessors = with(predecessors, predecessor);
    }

    private static <T> List<T> with(List<T> list, T element) {
        List<T> grown = list.isEmpty() ? new ArrayList<>(1) : list;
        grown.add(element);
        return grown;
    }
}
