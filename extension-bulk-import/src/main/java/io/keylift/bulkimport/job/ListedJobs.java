// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Map;
import java.util.Set;

/**
 * Which jobs a caller may list.
 *
 * @param userId user id of the caller
 * @param byOperation kinds of which the caller may list jobs, by the operation of the jobs
 */
public record ListedJobs(String userId, Map<Operation, Kinds> byOperation) {

    /**
     * Kinds of jobs with one operation.
     *
     * @param all of which the jobs of all callers are listed
     * @param own of which the caller's own jobs are listed
     * @param forbidden kinds of which a job of several kinds must not have written a record
     */
    public record Kinds(Set<String> all, Set<String> own, Set<String> forbidden) {}

    public ListedJobs {
        byOperation = Map.copyOf(byOperation);
    }
}
