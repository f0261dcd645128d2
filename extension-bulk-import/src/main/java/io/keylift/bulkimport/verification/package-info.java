// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The comparison of records with what a realm has. */
package io.keylift.bulkimport.verification;
