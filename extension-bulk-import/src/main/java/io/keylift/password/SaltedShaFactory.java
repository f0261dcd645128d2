// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

/** Salted SHA of directories. */
public final class SaltedShaFactory extends ForeignHashFactory {

    public SaltedShaFactory() {
        super(SaltedSha.ID, SaltedSha::read);
    }
}
