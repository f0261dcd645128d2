// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The user profile of a realm, and its rules for records. */
package io.keylift.bulkimport.kinds.users.profile;
