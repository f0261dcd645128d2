// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

/** Who can have capabilities. The names are what the database keeps. */
public enum HolderType {
    ROLE,
    USER
}
