// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Counters;

/**
 * How far a run has come.
 *
 * @param counters outcomes of all chunks so far, those of earlier runs that it has passed included
 * @param paused whether it is paused
 * @param seconds how long it has been at work, pauses left out
 * @param recordsPerSecond rate of the last seconds; {@code null} while it is paused
 * @param remainingSeconds estimated by the last seconds; {@code null} while it is paused or the size of the input is
 *     not known
 * @param share share of the input that is read, from 0 to 1; {@code null} if its size is not known
 */
public record RunProgress(
        Counters counters,
        boolean paused,
        double seconds,
        Long recordsPerSecond,
        Long remainingSeconds,
        Double share) {}
