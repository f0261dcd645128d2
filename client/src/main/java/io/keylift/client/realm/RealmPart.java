// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import io.keylift.client.input.Input;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * An open part of the objects of a realm.
 *
 * @param kind {@code null} for several kinds
 * @param missed what the records lack, once all were read
 * @param end what ends with it
 */
public record RealmPart(String kind, Input input, Supplier<Optional<Gap>> missed, Closeable end) implements Closeable {

    @Override
    public void close() throws IOException {
        end.close();
    }
}
