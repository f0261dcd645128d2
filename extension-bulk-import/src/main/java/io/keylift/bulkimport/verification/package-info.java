// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The comparison of records with the objects of a realm. */
package io.keylift.bulkimport.verification;
