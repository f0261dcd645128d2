// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of role mappings: which roles existing users, groups and departments have. */
package io.keylift.bulkimport.kinds.rolemappings;
