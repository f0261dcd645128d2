// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.input.RecordReader;

/**
 * The keys of the objects that a caller exports.
 *
 * @param input the keys, as records of an import
 * @param end releases what the keys are read from; called once, when the export has ended or nobody writes it any more;
 *     must not know the export
 */
public record ExportKeys(RecordReader input, Runnable end) {}
