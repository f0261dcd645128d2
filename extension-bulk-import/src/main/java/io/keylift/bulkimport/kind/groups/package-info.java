// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of groups: those of the realm, and the departments of organizations, which are groups of another type. */
package io.keylift.bulkimport.kind.groups;
