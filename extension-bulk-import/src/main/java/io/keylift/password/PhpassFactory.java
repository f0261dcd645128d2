// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

/** phpass of WordPress, phpBB and Drupal. */
public final class PhpassFactory extends ForeignHashFactory {

    public PhpassFactory() {
        super(Phpass.ID, Phpass::read);
    }
}
