// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * A rejected record.
 *
 * @param pointer JSON pointer (RFC 6901) to the offending part of the record; empty for the record as a whole
 */
public record Reject(Subject subject, String code, String pointer, String message) implements ReportLine {

    public Reject(long line, String key, String code, String pointer, String message) {
        this(new Subject(line, null, key, null), code, pointer, message);
    }

    @Override
    public Reject about(Subject other) {
        return new Reject(other, code, pointer, message);
    }

    /** The reject with the pointer into another form of the record. */
    public Reject at(String place) {
        return new Reject(subject, code, place, message);
    }

    /** The reject with another code and message. */
    public Reject with(String otherCode, String otherMessage) {
        return new Reject(subject, otherCode, pointer, otherMessage);
    }
}
