// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.input.RecordReader;

/**
 * The keys of the objects that a caller exports.
 *
 * @param input the keys, as records of an import
 * @param end releases the source of the keys; called once, when the export has ended or is no longer written;
 *     must not know the export
 */
public record ExportKeys(RecordReader input, Runnable end) {}
