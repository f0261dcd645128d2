// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/**
 * How far a run on this node has come.
 *
 * @param processed records that the run itself committed
 * @param seconds how long it has been running
 * @param readShare share of the input that has been read, from 0 to 1, or {@code NaN} if its size is unknown
 */
public record RunProgress(long processed, double seconds, double readShare) {}
