// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.RejectCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The conflicts of a chunk. An attempt makes one query after another: of something that somebody else adds in between, the first
 * sees nothing and the next that it is taken, so that a record seems to be in conflict with what it describes itself. A conflict is
 * believed when another attempt finds it, too.
 */
final class Doubts {

    private final Set<Long> lines = new HashSet<>();

    /**
     * Looks at what an attempt has found out about its records.
     *
     * @throws Again if one of them is in conflict that was not before; each record is the cause once at most
     */
    void check(List<? extends Item<?>> items) {
        boolean doubtful = false;
        for (Item<?> item : items) {
            if (item.isRejected() && RejectCode.CONFLICT.equals(item.reject().code())) {
                doubtful |= lines.add(item.line());
            }
        }
        if (doubtful) {
            throw new Again();
        }
    }

    /** The chunk is to be tried again. */
    static final class Again extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Again() {
            super("There is a conflict that was not there before", null, false, false);
        }
    }
}
