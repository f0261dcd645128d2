// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How an import treats a field of an object that exists.
 *
 * @param effect what it does with the value of a record
 * @param absence what it does if the record leaves the field out
 * @param resetBy with {@link Absence#RESET}, the field without which a record leaves this one alone; {@code null} if it
 *     never does
 * @param note Markdown for the table of fields in place of {@code effect}; no code reads it; may be {@code null}
 * @param absenceNote the same in place of {@code absence}
 */
public record FieldTreatment(Effect effect, Absence absence, String resetBy, String note, String absenceNote) {

    /** Effect of a value that a record gives. */
    public enum Effect {
        /** The object is found by it. */
        KEY,
        /** It must be the stored value. */
        FIXED,
        /** It must be the stored value, if there is one. */
        SET_ONCE,
        /** The object with this id moves to the place that the record names. */
        MOVES,
        /** The stored value becomes the given one. */
        REPLACED,
        /** The stored list becomes the given one, in any order. */
        LIST_REPLACED,
        /** The stored map becomes the given one. */
        WHOLE,
        /** Of a map, the given names get the given values. The other names stay. */
        BY_NAME,
        /** Of lists by clientId, the lists of the given clients become the given ones. */
        BY_CLIENT,
        /** Missing values are added to a list, those with a name are changed by it. Other values stay. */
        ADDED,
        /** An instruction of the record: no object has the field. */
        COMMAND,
        /** The stored value stays. A verification compares it all the same. */
        INITIAL,
        /** The value follows from other fields. */
        IGNORED;

        /** Whether the field is part of what a record says about its object. */
        private boolean isContent() {
            return this != KEY && this != COMMAND && this != IGNORED;
        }
    }

    /** Effect of a field that a record leaves out. */
    public enum Absence {
        UNCHANGED,
        /** The field gets its default. */
        RESET,
        REJECTED,
        REJECTED_IF_STORED
    }

    static FieldTreatment of(Effect effect) {
        return new FieldTreatment(effect, Absence.UNCHANGED, null, null, null);
    }

    FieldTreatment absent(Absence then) {
        return new FieldTreatment(effect, then, resetBy, note, absenceNote);
    }

    FieldTreatment resetBy(String field) {
        return new FieldTreatment(effect, Absence.RESET, field, note, absenceNote);
    }

    FieldTreatment noted(String words) {
        return new FieldTreatment(effect, absence, resetBy, words, absenceNote);
    }

    FieldTreatment absenceNoted(String words) {
        return new FieldTreatment(effect, absence, resetBy, note, words);
    }

    /**
     * The value of the field after the import of a record.
     *
     * @param initial the default of the field
     * @return {@code null} if the import leaves the field alone; JSON's {@code null} for no value
     */
    JsonNode target(String field, FieldDefault initial, JsonNode record) {
        if (!effect.isContent()) {
            return null;
        }
        boolean reset = absence == Absence.RESET && (resetBy == null || record.has(resetBy));
        return !record.has(field) && reset ? initial.value() : record.get(field);
    }
}
