// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Counters;

/**
 * How far a run has come.
 *
 * @param counters outcomes of all chunks so far, including chunks of earlier runs that this run has reached
 * @param paused whether it is paused
 * @param seconds duration of the run without pauses
 * @param recordsPerSecond rate of the last seconds; {@code null} while it is paused
 * @param remainingSeconds estimate based on the last seconds; {@code null} while it is paused or if the size of the
 *     input is unknown
 * @param share share of the input that is read, from 0 to 1; {@code null} if its size is unknown
 */
public record RunProgress(
        Counters counters,
        boolean paused,
        double seconds,
        Long recordsPerSecond,
        Long remainingSeconds,
        Double share) {}
