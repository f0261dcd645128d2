// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What a resumed import needs to know of a committed chunk. Small, because an import may have many chunks. */
public record CommittedChunk(int chunk, byte[] digest, Counters counters, long millis) {}
