// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.ImportJob;
import java.util.List;

/** A job that is open for a run, with what earlier runs have committed. */
record ImportStart(ImportJob job, ImportOptions options, ImportInput input, List<CommittedChunk> committed) {}
