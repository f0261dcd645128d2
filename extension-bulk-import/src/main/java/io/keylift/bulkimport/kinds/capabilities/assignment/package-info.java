// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of the capabilities and sets that are assigned to roles and users. */
package io.keylift.bulkimport.kinds.capabilities.assignment;
