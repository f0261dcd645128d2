// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

/** Types of holders of capabilities. The database stores the names of these constants. */
public enum HolderType {
    ROLE,
    USER
}
