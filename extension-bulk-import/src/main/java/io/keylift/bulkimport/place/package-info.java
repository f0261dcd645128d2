// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** How many of the clients of a node are served at the same time, and how long one of them may keep a place. */
package io.keylift.bulkimport.place;
