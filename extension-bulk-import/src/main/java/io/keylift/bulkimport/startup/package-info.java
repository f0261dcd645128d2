// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What is looked at once when the server has started: its version, its database, its tables and their indexes. */
package io.keylift.bulkimport.startup;
