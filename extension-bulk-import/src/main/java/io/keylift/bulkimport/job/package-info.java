// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The state of an import and the port to its storage. Depends on nothing but java.*. */
package io.keylift.bulkimport.job;
