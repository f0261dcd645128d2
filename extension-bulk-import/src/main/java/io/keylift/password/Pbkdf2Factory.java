// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

/** PBKDF2 in the encodings of other systems. */
public final class Pbkdf2Factory extends ForeignHashFactory {

    public Pbkdf2Factory() {
        super(Pbkdf2.ID, Pbkdf2::read, AspNetIdentity::read);
    }
}
