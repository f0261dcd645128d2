// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** The treatment of new users who have nothing to sign in with. */
public enum NoPassword {
    /** They are as their records say. */
    ACCEPT,
    /** They get the required action {@code UPDATE_PASSWORD}. */
    UPDATE
}
