// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Encrypts the records that a job stores. Depends on the JDK only. */
package io.keylift.bulkimport.seal;
