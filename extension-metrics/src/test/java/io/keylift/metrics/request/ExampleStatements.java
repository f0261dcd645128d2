// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** Statements for tests of other packages. */
public final class ExampleStatements {

    private ExampleStatements() {}

    public static Statement of(String text) {
        return new Statement(text);
    }
}
