// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Turns the body of an upload (NDJSON, a JSON array or CSV, gzipped or not) into numbered raw records, in memory
 * that does not grow with the body. Records are only split here; their JSON is parsed by whoever takes them.
 * {@link io.keylift.bulkimport.input.InputFormat#open} is the way in.
 */
package io.keylift.bulkimport.input;
