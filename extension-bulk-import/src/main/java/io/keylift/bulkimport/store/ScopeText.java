// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The scope of a mirror as text: query parameters in the order of their names. */
final class ScopeText {

    static final int MAX_LENGTH = 2000;

    private ScopeText() {}

    /** The text, or {@code null} for none. */
    static String write(Map<String, String> scope) {
        return scope.isEmpty()
                ? null
                : new TreeMap<>(scope)
                        .entrySet().stream()
                                .map(entry -> entry.getKey() + "="
                                        + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                                .collect(Collectors.joining("&"));
    }

    static Map<String, String> read(String text) {
        Map<String, String> scope = new HashMap<>();
        for (String parameter : text == null ? new String[0] : text.split("&")) {
            int value = parameter.indexOf('=') + 1;
            scope.put(
                    parameter.substring(0, value - 1),
                    URLDecoder.decode(parameter.substring(value), StandardCharsets.UTF_8));
        }
        return scope;
    }
}
