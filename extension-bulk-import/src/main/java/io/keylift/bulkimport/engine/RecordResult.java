// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;

/**
 * Result of one record.
 *
 * @param id id of what the record describes, or {@code null}
 * @param reject why it was rejected, or {@code null}
 */
public record RecordResult(long line, String key, Outcome outcome, String id, Reject reject) {}
