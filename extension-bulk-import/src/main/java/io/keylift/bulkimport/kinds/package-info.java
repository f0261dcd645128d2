// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** One package for each kind, or for a few that share their rows. No kind knows another. */
package io.keylift.bulkimport.kinds;
