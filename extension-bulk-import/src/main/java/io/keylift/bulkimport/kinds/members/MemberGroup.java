// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

/** The type of group that the records of a kind name beside the user. */
enum MemberGroup {
    ORGANIZATION,
    DEPARTMENT,

    /** A group of the realm. */
    REALM
}
