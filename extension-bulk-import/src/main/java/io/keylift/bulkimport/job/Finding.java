// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Locale;

/** A difference that a verification has found. */
public record Finding(Subject subject, Type type, String pointer) implements ReportLine {

    public enum Type {
        /** The realm has no object with the key of the record. */
        ABSENT("The realm has nothing with the key of this record"),
        /** The object of the realm has another value at the pointer. */
        DIFFERENT("The realm has another value here"),
        /** The realm has an object that no record names. */
        EXTRA("No record names this");

        private final String message;

        Type(String message) {
            this.message = message;
        }

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String code() {
        return type.code();
    }

    @Override
    public String message() {
        return type.message;
    }

    @Override
    public Finding about(Subject other) {
        return new Finding(other, type, pointer);
    }
}
