// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Limits on the number of clients that a node serves at the same time, and on the time for which one may keep a place;
 * the processors of the node.
 */
package io.keylift.bulkimport.place;
