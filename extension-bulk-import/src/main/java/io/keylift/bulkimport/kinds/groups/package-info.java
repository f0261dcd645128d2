// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of groups of the realm, and of departments of organizations, which are groups of another type. */
package io.keylift.bulkimport.kinds.groups;
