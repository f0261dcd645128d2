// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** A line that the ledger keeps about a record of the input or an object of the realm. */
public sealed interface ReportLine permits Reject, Finding, Removal, RecordWarning {

    Subject subject();

    /** Stable code that a program may act on, in snake case. */
    String code();

    /** JSON pointer (RFC 6901) to a part of the record; empty for the record as a whole. */
    String pointer();

    /** Message for people; never contains a secret of the record. */
    String message();

    /** The line about another subject. */
    ReportLine about(Subject other);

    /** The line of a ledger, whose code tells the type. */
    static ReportLine of(Subject subject, String code, String pointer, String message) {
        if (code.equals(Removal.CODE)) {
            return new Removal(subject);
        }
        if (code.equals(Warning.ROWS_NOT_RESTORED)) {
            return new RecordWarning(subject, new Warning(code, message));
        }
        for (Finding.Type type : Finding.Type.values()) {
            if (code.equals(type.code())) {
                return new Finding(subject, type, pointer);
            }
        }
        return new Reject(subject, code, pointer, message);
    }

    default long line() {
        return subject().line();
    }

    default Long fileLine() {
        return subject().fileLine();
    }

    default String key() {
        return subject().key();
    }

    default String kind() {
        return subject().kind();
    }

    /**
     * The record or object that a line is about.
     *
     * @param line number of the record in the input, from 1; 0 for an object that no record names
     * @param fileLine line of the file where the record begins, if it differs from {@code line}; otherwise {@code null}
     * @param key the record's own key as far as it could be read, shortened if it is long, or {@code null}
     * @param kind kind of the record if the input names it; otherwise {@code null}
     */
    record Subject(long line, Long fileLine, String key, String kind) {

        public Subject {
            key = Keys.shown(key);
        }

        public Subject withKey(String other) {
            return new Subject(line, fileLine, other, kind);
        }
    }
}
