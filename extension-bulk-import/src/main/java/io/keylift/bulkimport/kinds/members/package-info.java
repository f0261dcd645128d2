// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of memberships of existing users in organizations and departments. */
package io.keylift.bulkimport.kinds.members;
