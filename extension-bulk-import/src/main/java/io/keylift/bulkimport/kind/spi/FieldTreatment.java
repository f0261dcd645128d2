// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How an import treats a field of an existing object.
 *
 * @param effect what the import does with the value that a record gives
 * @param absence what the import does if the record leaves the field out
 * @param resetBy with {@link Absence#RESET}, the field that a record must have to reset this one; {@code null} if every
 *     record without this field resets it
 * @param note Markdown for the table of fields, instead of a sentence on {@code effect}; no code reads it; may be
 *     {@code null}
 * @param absenceNote like {@code note}, instead of a sentence on {@code absence}
 */
public record FieldTreatment(Effect effect, Absence absence, String resetBy, String note, String absenceNote) {

    /** Effect of a value that a record gives. */
    public enum Effect {
        /** The import finds the object by the value. */
        KEY,
        /** The value must equal the stored value. */
        FIXED,
        /** The value must equal the stored value, if there is one. */
        SET_ONCE,
        /** The object with this id moves to the place that the record names. */
        MOVES,
        /** The given value replaces the stored one. */
        REPLACED,
        /** The given list replaces the stored one. Its order does not matter. */
        LIST_REPLACED,
        /** The given map replaces the stored one. */
        WHOLE,
        /** The given entries of a map are set. Other entries stay. */
        BY_NAME,
        /** In a map of lists by clientId, the given lists replace those of the same clients. Other lists stay. */
        BY_CLIENT,
        /**
         * The given elements are added to a list; an element with the name of a stored one changes it. Other elements
         * stay.
         */
        ADDED,
        /** The field is an instruction to the import, and no object has it. */
        COMMAND,
        /** The stored value stays. Verifications compare it nevertheless. */
        INITIAL,
        /** The value follows from other fields. */
        IGNORED;

        /** Whether the field is part of the content of the object. */
        private boolean isContent() {
            return this != KEY && this != COMMAND && this != IGNORED;
        }
    }

    /** Effect of a field that a record leaves out. */
    public enum Absence {
        /** The field stays unchanged. */
        UNCHANGED,
        /** The import sets the field to its default. */
        RESET,
        /** The import rejects the record. */
        REJECTED,
        /** The import rejects the record if the object has a value. */
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
     * Returns the value of the field after the import of a record.
     *
     * @param initial the default of the field
     * @return {@code null} if the import leaves the field unchanged; JSON's {@code null} for no value
     */
    JsonNode target(String field, FieldDefault initial, JsonNode record) {
        if (!effect.isContent()) {
            return null;
        }
        boolean reset = absence == Absence.RESET && (resetBy == null || record.has(resetBy));
        return !record.has(field) && reset ? initial.value() : record.get(field);
    }
}
