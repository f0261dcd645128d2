// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

/**
 * When the node of a job counts as dead.
 *
 * @param millis age of a heartbeat at which it does
 */
record HeartbeatLimit(long millis) {

    /** A heartbeat before this time is too old. */
    long staleBefore(long now) {
        return now - millis;
    }
}
