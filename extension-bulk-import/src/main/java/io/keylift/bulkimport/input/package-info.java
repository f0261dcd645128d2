// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Turns the body of an upload (NDJSON, a JSON array or CSV, gzipped or not) into numbered raw records. Memory use does
 * not grow with the body. Records are only split here; the receiver parses their JSON. The entry point is
 * {@link io.keylift.bulkimport.input.InputFormat#open}.
 */
package io.keylift.bulkimport.input;
