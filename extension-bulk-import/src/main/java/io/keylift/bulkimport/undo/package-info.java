// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Undo of jobs: what a chunk keeps of the objects that it changes, and how it gives them back. It builds on what each
 * kind reads, writes and removes, and knows no kind.
 */
package io.keylift.bulkimport.undo;
