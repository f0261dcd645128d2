// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/** The parts of a run that its chunks share. */
record RunParts(
        ImportSessions sessions,
        RunControl control,
        UniqueKeyGate gate,
        Retry retry,
        OutsideTasks outside,
        OnlyChunk onlyChunk) {}
