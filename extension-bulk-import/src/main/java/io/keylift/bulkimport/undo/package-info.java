// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Undo of jobs: the objects that a chunk changes are kept, and restored. It builds on the operations that each
 * kind reads, writes and removes, and knows no kind.
 */
package io.keylift.bulkimport.undo;
