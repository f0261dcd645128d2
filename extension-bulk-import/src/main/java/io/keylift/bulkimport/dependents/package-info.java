// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Dependent rows of removed objects: found before a removal, kept if the removal deletes or changes them, and restored
 * by an undo.
 */
package io.keylift.bulkimport.dependents;
