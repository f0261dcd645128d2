// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** The stored state of a job, which others can change while a run works on it. */
public record JobState(int run, JobStatus status) {}
