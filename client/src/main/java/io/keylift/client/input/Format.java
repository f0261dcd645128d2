// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.util.Locale;

/** A format that the server reads. */
public enum Format {
    NDJSON("application/x-ndjson"),
    JSON("application/json"),
    CSV("text/csv"),
    ZIP("application/zip");

    private final String contentType;

    Format(String contentType) {
        this.contentType = contentType;
    }

    public String contentType() {
        return contentType;
    }

    /** Whether each line is a record, so that the input can be split. */
    public boolean hasLines() {
        return this == NDJSON;
    }

    /** By the name of a file and its first characters; lines of JSON if neither says more. */
    public static Format of(String name, String beginning) {
        String lower = name.toLowerCase(Locale.ROOT);
        String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - 3) : lower;
        if (plain.endsWith(".csv")) {
            return CSV;
        }
        if (beginning.startsWith("PK\u0003\u0004")) {
            return ZIP;
        }
        return beginning.stripLeading().startsWith("[") ? JSON : NDJSON;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
