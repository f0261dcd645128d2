// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** Which admin and model events an import fires. */
public enum EventMode {
    /** One admin event for each job. */
    SUMMARY,
    /** One admin event and the model events for each record, like the Admin API. */
    RECORD,
    /** None. */
    NONE
}
