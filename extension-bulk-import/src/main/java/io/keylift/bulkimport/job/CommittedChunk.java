// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** A committed chunk as a resumed import needs it. Small, because an import may have many chunks. */
public record CommittedChunk(int chunk, byte[] digest, Counters counters, long millis) {}
