// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

/** Catalogs for tests of other packages. */
public final class Catalogs {

    private Catalogs() {}

    public static Catalog empty(String revision) {
        return new Catalog.Builder().build(revision);
    }
}
