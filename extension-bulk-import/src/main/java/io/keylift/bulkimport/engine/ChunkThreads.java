// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.concurrent.Executor;

/** The threads of a node on which chunks are processed. */
@FunctionalInterface
interface ChunkThreads extends Executor {

    /**
     * Processes a chunk on the thread that calls this, which saves handing it over, if not too many are in flight on
     * this node.
     *
     * @return whether it was processed
     */
    default boolean runHere(Runnable work) {
        return false;
    }
}
