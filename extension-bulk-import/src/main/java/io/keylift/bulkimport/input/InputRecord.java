// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.nio.charset.StandardCharsets;

/**
 * One record of the input exactly as it was sent, or the reason why it cannot be used. Either {@code json} or
 * {@code fault} is null, never both. A fault repeats no text of the input, because that may be a secret.
 *
 * @param line number of the record, from 1: for NDJSON the physical line, blank lines included; for a JSON array the
 *     element; for CSV the record below the header, blank lines not included
 * @param json the record's JSON text in UTF-8, not parsed and so possibly malformed; null when {@code fault} is not.
 *     The receiver may keep the array.
 * @param fault why the record can't be used; null when {@code json} is not
 * @param place where the record begins in the file, if {@code line} does not say so; otherwise null
 * @param kind kind of the record if the line names one that is known; otherwise null
 * @param ifExists treatment of an existing object if the line chooses it itself; otherwise null
 */
public record InputRecord(long line, byte[] json, Fault fault, FilePlace place, String kind, String ifExists) {

    /**
     * Why one record can't be used. The records after it are not affected.
     *
     * @param code stable: {@code record_too_long}, {@code record_too_deep}, {@code truncated_record},
     *     {@code malformed_json}, {@code malformed_csv}, {@code malformed_utf8} or {@code column_count}
     * @param pointer JSON pointer to the offending part of the line; empty for the line as a whole
     * @param message for people
     */
    public record Fault(String code, String pointer, String message) {}

    public static InputRecord of(long line, byte[] json) {
        return new InputRecord(line, json, null, null, null, null);
    }

    static InputRecord fault(long line, String code, String message) {
        return new InputRecord(line, null, new Fault(code, "", message), null, null, null);
    }

    public InputRecord at(FilePlace begin) {
        return new InputRecord(line, json, fault, begin, kind, ifExists);
    }

    /** Line of the body where the record begins, if that is another number; otherwise null. */
    public Long fileLine() {
        return place == null ? null : place.lineOfBody();
    }

    /** Record of a kind on this line. Its JSON text is a part of the line. */
    public InputRecord ofKind(String name, byte[] record) {
        return ofKind(name, record, null);
    }

    InputRecord ofKind(String name, byte[] record, String policy) {
        return new InputRecord(line, record, null, place, name, policy);
    }

    InputRecord refused(String code, String pointer, String message) {
        return new InputRecord(line, null, new Fault(code, pointer, message), place, null, null);
    }

    /** JSON text of the line, with the kind of the record if it names one. */
    public String text() {
        String text = new String(json, StandardCharsets.UTF_8);
        if (kind == null) {
            return text;
        }
        String policy = ifExists == null ? "" : "\"ifExists\":\"" + ifExists + "\",";
        return "{\"kind\":\"" + kind + "\"," + policy + "\"record\":" + text + "}";
    }

    public static InputRecord tooLong(long line, int maxRecordBytes) {
        return fault(
                line,
                "record_too_long",
                "The record is longer than " + maxRecordBytes
                        + " bytes. Shorten it, or raise option `max-record-bytes`.");
    }
}
