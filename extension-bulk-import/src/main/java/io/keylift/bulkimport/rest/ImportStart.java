// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ChunkInput;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.place.Place;

/**
 * A job that is open for a run.
 *
 * @param again whether earlier runs may have committed chunks
 * @param place is released at the end of the run
 */
record ImportStart(ImportJob job, ImportOptions options, ChunkInput input, boolean again, Place place) {}
