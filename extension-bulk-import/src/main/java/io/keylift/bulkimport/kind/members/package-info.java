// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of memberships of users who are there: in organizations, and in their departments. */
package io.keylift.bulkimport.kind.members;
