// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Objects that records of any kind refer to, found for a whole chunk at once, and the caller's permissions for them.
 * Also the shared parts of kinds whose records map roles.
 */
package io.keylift.bulkimport.kind.shared.reference;
