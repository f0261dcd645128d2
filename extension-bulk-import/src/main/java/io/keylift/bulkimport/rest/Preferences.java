// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The header {@code Prefer} (RFC 7240). Unknown preferences are ignored, as the RFC demands. */
final class Preferences {

    static final String PREFER = "Prefer";
    static final String APPLIED = "Preference-Applied";
    static final String RESPOND_ASYNC = "respond-async";

    private Preferences() {}

    /** Whether the caller prefers not to wait for the end of the import. */
    static boolean respondAsync(List<String> headers) {
        return headers != null
                && headers.stream()
                        .flatMap(header -> Stream.of(header.split(",")))
                        .map(preference ->
                                preference.split("[;=]", 2)[0].strip().toLowerCase(Locale.ROOT))
                        .anyMatch(RESPOND_ASYNC::equals);
    }
}
