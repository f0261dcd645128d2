// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What a resumed import needs of a chunk that is already committed; small, because an import may have many. */
public record CommittedChunk(int chunk, byte[] digest, Counters counters, long millis) {}
