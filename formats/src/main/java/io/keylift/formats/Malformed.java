// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonProcessingException;

/** Errors of JSON without what stands in the input, which may be a secret. */
final class Malformed {

    private Malformed() {}

    static String message(JsonProcessingException e) {
        String place = e.getLocation() == null
                ? ""
                : ", near column " + e.getLocation().getColumnNr();
        String original = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
        if (original.startsWith("Duplicate field")) {
            return "An object has the same field twice" + place;
        }
        if (original.contains("nesting depth") || original.contains("length") && original.contains("exceeds")) {
            return "The record is too long or too deep" + place;
        }
        if (original.startsWith("Unexpected end-of-input")) {
            return "The file ends within a value";
        }
        return "The file is no valid JSON here" + place;
    }

    static long line(JsonProcessingException e) {
        return e.getLocation() == null ? 0 : Math.max(e.getLocation().getLineNr(), 0);
    }
}
