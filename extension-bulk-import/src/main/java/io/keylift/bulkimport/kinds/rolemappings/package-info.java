// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of role mappings: the roles of existing users, groups and departments. */
package io.keylift.bulkimport.kinds.rolemappings;
