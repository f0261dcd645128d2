// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows that go with removed objects: found before a removal, kept as far as they went or changed, and given back by
 * an undo.
 */
package io.keylift.bulkimport.dependents;
