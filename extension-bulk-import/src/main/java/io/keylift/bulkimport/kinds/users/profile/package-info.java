// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The user profile of a realm, and the rules that it has for a record. */
package io.keylift.bulkimport.kinds.users.profile;
