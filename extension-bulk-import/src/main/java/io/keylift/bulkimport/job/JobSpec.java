// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * What defines an import. Sending a job again must repeat it; only then do chunk numbers, keys and outcomes mean the
 * same.
 *
 * @param id the job's name inside its realm, chosen by the caller or generated
 * @param realmId id of the realm imported into
 * @param kind id of the kind imported
 * @param operation what is done with the records
 * @param ifExists what happens to records whose key is taken; means nothing to a removal
 * @param dryRun whether everything happens but the writes
 * @param chunkSize records in a chunk, the unit of commit
 */
public record JobSpec(
        String id, String realmId, String kind, Operation operation, IfExists ifExists, boolean dryRun, int chunkSize) {

    public boolean isRemoval() {
        return operation == Operation.REMOVE;
    }
}
