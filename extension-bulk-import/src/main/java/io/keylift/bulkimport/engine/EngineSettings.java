// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.time.Duration;

/**
 * Settings of the engine, the same for all jobs.
 *
 * @param node name of this node, as jobs show it
 * @param maxParallelism maximum number of chunks in flight on this node, over all jobs
 * @param maxActiveJobs maximum number of jobs in progress on this node
 * @param maxRecordBytes maximum length of a record, in bytes
 * @param relaxedCommits whether a chunk's commit may return before it is on disk
 * @param heartbeat interval at which a node confirms that it still works on its jobs
 * @param maxUndoBytes maximum number of bytes that a job keeps to be undone
 * @param databaseRetry how long to wait for an unreachable database before a job is interrupted
 */
public record EngineSettings(
        String node,
        int maxParallelism,
        int maxActiveJobs,
        int maxRecordBytes,
        boolean relaxedCommits,
        Duration heartbeat,
        long maxUndoBytes,
        Duration databaseRetry) {}
