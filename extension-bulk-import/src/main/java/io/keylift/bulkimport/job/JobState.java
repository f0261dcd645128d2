// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What others may have made of a job while a run works on it. */
public record JobState(int run, JobStatus status) {}
