// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource;

/**
 * Parameters of an export.
 *
 * @param kind a kind that has a source
 * @param after position from which to continue; {@code null} for the beginning
 * @param max maximum number of records
 */
public record ExportRequest(
        String realmId,
        ImportKind<?, ?> kind,
        RecordSource.Selection selection,
        Caller caller,
        String after,
        long max) {}
