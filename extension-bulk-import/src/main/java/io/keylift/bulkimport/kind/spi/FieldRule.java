// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Absence;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Effect;

/**
 * How an import treats a field. Verifications and undos decide by the values of a rule. The tables of fields in the
 * documentation are rendered from them; the notes are words for these tables, and nothing else reads them.
 *
 * @param initial value in a new object whose record leaves the field out, and after a reset
 * @param overwrite treatment in an existing object with {@code ifExists=overwrite}
 * @param merge the same with {@code ifExists=merge}
 * @param blankIsNone whether a blank text, and {@code false}, is stored as no value
 * @param secret whether no comparison reads the field
 */
public record FieldRule(
        FieldDefault initial, FieldTreatment overwrite, FieldTreatment merge, boolean blankIsNone, boolean secret) {

    private static final String AS_OVERWRITE = "as `overwrite`";

    public FieldRule {
        if (merge.absence() == Absence.RESET) {
            throw new IllegalArgumentException("A merge leaves alone what a record leaves out");
        }
        if (overwrite.absence() == Absence.RESET && initial.source() == FieldDefault.Source.REQUIRED) {
            throw new IllegalArgumentException("A field without a default cannot be reset");
        }
    }

    private static FieldRule of(FieldDefault initial, Effect overwrite, Effect merge) {
        return new FieldRule(initial, FieldTreatment.of(overwrite), FieldTreatment.of(merge), false, false);
    }

    /** A field of the key that every record requires. */
    public static FieldRule key() {
        return of(FieldDefault.REQUIRED, Effect.KEY, Effect.KEY);
    }

    /** @param absent what the key is without the field */
    public static FieldRule key(String absent) {
        return of(FieldDefault.computed(absent), Effect.KEY, Effect.KEY);
    }

    /** A field that never changes: a record must give the stored value, or none. */
    public static FieldRule fixed(FieldDefault initial) {
        return of(initial, Effect.FIXED, Effect.FIXED);
    }

    /** A field that never changes, but that an object without it can get. */
    public static FieldRule setOnce() {
        return of(FieldDefault.NONE, Effect.SET_ONCE, Effect.SET_ONCE);
    }

    /** An id that a new object gets unless its record gives it. */
    public static FieldRule id() {
        return fixed(FieldDefault.computed("generated"));
    }

    /**
     * An id by which overwriting moves an object to the place that the record names.
     *
     * @param moves says so
     */
    public static FieldRule movingId(String moves) {
        return of(FieldDefault.computed("generated"), Effect.MOVES, Effect.FIXED)
                .overwriteNoted(moves);
    }

    /** A field that only new objects take from their records. */
    public static FieldRule ofNew(FieldDefault initial) {
        return of(initial, Effect.INITIAL, Effect.INITIAL);
    }

    /** A field that follows from others. */
    public static FieldRule ignored(FieldDefault initial) {
        return of(initial, Effect.IGNORED, Effect.IGNORED);
    }

    /** A field with one value. */
    public static FieldRule value(FieldDefault initial) {
        return of(initial, Effect.REPLACED, Effect.REPLACED);
    }

    /** A field with one value or none. */
    public static FieldRule value() {
        return value(FieldDefault.NONE);
    }

    /** A field with several values. */
    public static FieldRule list(FieldDefault initial) {
        return of(initial, Effect.LIST_REPLACED, Effect.ADDED);
    }

    /** A field with several values or none. */
    public static FieldRule list() {
        return list(FieldDefault.NONE);
    }

    /** Lists of names by clientId. */
    public static FieldRule listByClient(FieldDefault initial) {
        return of(initial, Effect.BY_CLIENT, Effect.ADDED);
    }

    /** Values by name that change one by one. */
    public static FieldRule settings(FieldDefault initial) {
        return of(initial, Effect.BY_NAME, Effect.BY_NAME).mergeNoted(AS_OVERWRITE);
    }

    /** Values by name that overwriting replaces as a whole, and merging changes one by one. */
    public static FieldRule whole(FieldDefault initial) {
        return of(initial, Effect.WHOLE, Effect.BY_NAME);
    }

    /** Lists of values by name. */
    public static FieldRule attributes() {
        return whole(FieldDefault.NONE)
                .mergeNoted("the values of each attribute given are replaced; **an empty list removes the attribute**");
    }

    /** A field with several values, which merging replaces, too. */
    public static FieldRule replacedList(FieldDefault initial) {
        return of(initial, Effect.LIST_REPLACED, Effect.LIST_REPLACED);
    }

    /** A field with several values, to which overwriting adds, too. */
    public static FieldRule addedList() {
        return of(FieldDefault.NONE, Effect.ADDED, Effect.ADDED).mergeNoted(AS_OVERWRITE);
    }

    /** An instruction, which no object has as a field. */
    public static FieldRule command(FieldDefault initial, String does) {
        return of(initial, Effect.COMMAND, Effect.COMMAND).overwriteNoted(does).mergeNoted(does);
    }

    /** The same, but overwriting resets what a record leaves out. */
    public FieldRule resets() {
        return with(overwrite.absent(Absence.RESET), merge);
    }

    /** The same, but overwriting resets what a record leaves out if it has the other field. */
    public FieldRule resetsWith(String other) {
        return with(overwrite.resetBy(other), merge);
    }

    /** The same, but overwriting rejects a record that leaves it out. */
    public FieldRule required() {
        return with(overwrite.absent(Absence.REJECTED), merge);
    }

    /** The same, but overwriting and merging reject a record that leaves it out. */
    public FieldRule alwaysRequired() {
        return with(overwrite.absent(Absence.REJECTED), merge.absent(Absence.REJECTED));
    }

    /** The same, but overwriting and merging reject a record that leaves it out if the object has a value. */
    public FieldRule requiredIfStored() {
        return with(overwrite.absent(Absence.REJECTED_IF_STORED), merge.absent(Absence.REJECTED_IF_STORED));
    }

    /** The same, but a blank text, and {@code false}, is stored as no value. */
    public FieldRule storesNoBlanks() {
        return new FieldRule(initial, overwrite, merge, true, secret);
    }

    /** The same, but no comparison reads it. */
    public FieldRule isSecret() {
        return new FieldRule(initial, overwrite, merge, blankIsNone, true);
    }

    /** The same rule in other words for what overwriting does. */
    public FieldRule overwriteNoted(String overwritten) {
        return with(overwrite.noted(overwritten), merge);
    }

    /** The same rule in other words for what merging does. */
    public FieldRule mergeNoted(String merged) {
        return with(overwrite, merge.noted(merged));
    }

    /** The same rule in other words for what overwriting does with what a record leaves out. */
    public FieldRule absenceNoted(String overwritten) {
        return with(overwrite.absenceNoted(overwritten), merge);
    }

    private FieldRule with(FieldTreatment overwriting, FieldTreatment merging) {
        return new FieldRule(initial, overwriting, merging, blankIsNone, secret);
    }

    /** Whether the field is part of the key. */
    public boolean isKey() {
        return overwrite.effect() == Effect.KEY;
    }

    /** Whether overwriting resets the field in any object whose record leaves it out. */
    public boolean isReset() {
        return overwrite.absence() == Absence.RESET && overwrite.resetBy() == null;
    }

    /** Whether a record names the same object, and leaves the field alone, without it. */
    public boolean isOptional() {
        return !isKey() && overwrite.absence() == Absence.UNCHANGED;
    }

    /** Treatment of the field in an object that exists. */
    public FieldTreatment treatment(boolean merged) {
        return merged ? merge : overwrite;
    }

    /**
     * The value that the field of an existing object has after the import of a record.
     *
     * @param merged whether the record is merged, and does not overwrite
     * @return {@code null} if the import leaves the field alone; JSON's {@code null} for no value
     */
    public JsonNode target(String field, JsonNode record, boolean merged) {
        return treatment(merged).target(field, initial, record);
    }
}
