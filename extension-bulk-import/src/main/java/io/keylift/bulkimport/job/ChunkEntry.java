// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.List;

/**
 * One line of the ledger: a chunk that is committed.
 *
 * @param chunk number of the chunk: from 1 for chunks of the input, from -1 downwards for chunks of deferred lines
 * @param firstLine line of its first record
 * @param lastLine line of its last record
 * @param digest digest of the chunk's input, to compare a resumed input with
 * @param counters outcomes of its records
 * @param report its rejects, and the findings, removals and warnings about its other records, in line order
 * @param kind kind of its records if the input names it; otherwise {@code null}
 * @param millis how long the chunk took, in milliseconds
 */
public record ChunkEntry(
        int chunk,
        long firstLine,
        long lastLine,
        byte[] digest,
        Counters counters,
        List<ReportLine> report,
        String kind,
        long millis) {}
