// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Absence;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Effect;

/**
 * How an import treats a field of a record. Verifications and undos decide by the components of a rule, and the tables
 * of fields in the documentation are rendered from them. Notes are Markdown for these tables, and no code reads them.
 *
 * <p>Start from a factory, such as {@link #value()} or {@link #list()}, and refine the result:
 * {@code FieldRule.list().resets()}.
 *
 * @param initial value in a new object whose record leaves the field out, and after a reset
 * @param overwrite treatment of the field of an existing object with {@code ifExists=overwrite}
 * @param merge treatment of the field of an existing object with {@code ifExists=merge}
 * @param blankIsNone whether a blank text or {@code false} is stored as no value
 * @param secret whether comparisons skip the field
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

    /**
     * A field of the key that a record may leave out.
     *
     * @param absent Markdown that describes the key of such a record
     */
    public static FieldRule key(String absent) {
        return of(FieldDefault.computed(absent), Effect.KEY, Effect.KEY);
    }

    /** A field that never changes. If a record for an existing object has the field, it must have the stored value. */
    public static FieldRule fixed(FieldDefault initial) {
        return of(initial, Effect.FIXED, Effect.FIXED);
    }

    /** A field that never changes once an object has a value. An object without a value gets that of the record. */
    public static FieldRule setOnce() {
        return of(FieldDefault.NONE, Effect.SET_ONCE, Effect.SET_ONCE);
    }

    /** The id of an object. It is generated unless the record of a new object gives one, and never changes. */
    public static FieldRule id() {
        return fixed(FieldDefault.computed("generated"));
    }

    /**
     * The id of an object, by which {@code overwrite} moves the object to the place that the record names.
     *
     * @param moves Markdown that describes the move
     */
    public static FieldRule movingId(String moves) {
        return of(FieldDefault.computed("generated"), Effect.MOVES, Effect.FIXED)
                .overwriteNoted(moves);
    }

    /** A field that an import sets in new objects only. Existing objects keep their value. */
    public static FieldRule ofNew(FieldDefault initial) {
        return of(initial, Effect.INITIAL, Effect.INITIAL);
    }

    /** A field whose value follows from other fields. An import ignores it. */
    public static FieldRule ignored(FieldDefault initial) {
        return of(initial, Effect.IGNORED, Effect.IGNORED);
    }

    /** A field with one value. */
    public static FieldRule value(FieldDefault initial) {
        return of(initial, Effect.REPLACED, Effect.REPLACED);
    }

    /** A field with one value, or none by default. */
    public static FieldRule value() {
        return value(FieldDefault.NONE);
    }

    /** A field with several values. */
    public static FieldRule list(FieldDefault initial) {
        return of(initial, Effect.LIST_REPLACED, Effect.ADDED);
    }

    /** A field with several values, or none by default. */
    public static FieldRule list() {
        return list(FieldDefault.NONE);
    }

    /** A map from clientId to a list of names. */
    public static FieldRule listByClient(FieldDefault initial) {
        return of(initial, Effect.BY_CLIENT, Effect.ADDED);
    }

    /** A map of values by name, whose entries change one by one. */
    public static FieldRule settings(FieldDefault initial) {
        return of(initial, Effect.BY_NAME, Effect.BY_NAME).mergeNoted(AS_OVERWRITE);
    }

    /** A map of values by name. {@code overwrite} replaces the map, {@code merge} changes single entries. */
    public static FieldRule whole(FieldDefault initial) {
        return of(initial, Effect.WHOLE, Effect.BY_NAME);
    }

    /** A map of lists of values by name, such as the attributes of a user. */
    public static FieldRule attributes() {
        return whole(FieldDefault.NONE)
                .mergeNoted("the values of each attribute given are replaced; **an empty list removes the attribute**");
    }

    /** A field with several values, which {@code merge} replaces like {@code overwrite}. */
    public static FieldRule replacedList(FieldDefault initial) {
        return of(initial, Effect.LIST_REPLACED, Effect.LIST_REPLACED);
    }

    /** A field with several values, to which {@code overwrite} adds like {@code merge}. */
    public static FieldRule addedList() {
        return of(FieldDefault.NONE, Effect.ADDED, Effect.ADDED).mergeNoted(AS_OVERWRITE);
    }

    /**
     * An instruction to the import, which is no field of the object.
     *
     * @param does Markdown that describes the effect of the instruction
     */
    public static FieldRule command(FieldDefault initial, String does) {
        return of(initial, Effect.COMMAND, Effect.COMMAND).overwriteNoted(does).mergeNoted(does);
    }

    /** Returns this rule, but {@code overwrite} resets the field if the record leaves it out. */
    public FieldRule resets() {
        return with(overwrite.absent(Absence.RESET), merge);
    }

    /**
     * Returns this rule, but {@code overwrite} resets the field if the record leaves it out and has the other field.
     */
    public FieldRule resetsWith(String other) {
        return with(overwrite.resetBy(other), merge);
    }

    /** Returns this rule, but {@code overwrite} rejects a record that leaves the field out. */
    public FieldRule required() {
        return with(overwrite.absent(Absence.REJECTED), merge);
    }

    /** Returns this rule, but {@code overwrite} and {@code merge} reject a record that leaves the field out. */
    public FieldRule alwaysRequired() {
        return with(overwrite.absent(Absence.REJECTED), merge.absent(Absence.REJECTED));
    }

    /**
     * Returns this rule, but {@code overwrite} and {@code merge} reject a record that leaves the field out if the
     * object has a value.
     */
    public FieldRule requiredIfStored() {
        return with(overwrite.absent(Absence.REJECTED_IF_STORED), merge.absent(Absence.REJECTED_IF_STORED));
    }

    /** Returns this rule, but a blank text or {@code false} is stored as no value. */
    public FieldRule storesNoBlanks() {
        return new FieldRule(initial, overwrite, merge, true, secret);
    }

    /** Returns this rule, but comparisons skip the field. */
    public FieldRule isSecret() {
        return new FieldRule(initial, overwrite, merge, blankIsNone, true);
    }

    /** Returns this rule with a note on {@code overwrite} for the table of fields. */
    public FieldRule overwriteNoted(String overwritten) {
        return with(overwrite.noted(overwritten), merge);
    }

    /** Returns this rule with a note on {@code merge} for the table of fields. */
    public FieldRule mergeNoted(String merged) {
        return with(overwrite, merge.noted(merged));
    }

    /**
     * Returns this rule with a note, for the table of fields, on {@code overwrite} by a record that leaves the field
     * out.
     */
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

    /** Whether {@code overwrite} resets the field whenever the record leaves it out. */
    public boolean isReset() {
        return overwrite.absence() == Absence.RESET && overwrite.resetBy() == null;
    }

    /** Whether a record without the field names the same object and leaves the field unchanged. */
    public boolean isOptional() {
        return !isKey() && overwrite.absence() == Absence.UNCHANGED;
    }

    /**
     * Treatment of the field of an existing object.
     *
     * @param merged whether the record is imported with {@code merge} rather than {@code overwrite}
     */
    public FieldTreatment treatment(boolean merged) {
        return merged ? merge : overwrite;
    }

    /**
     * Returns the value that the field of an existing object has after the import of a record.
     *
     * @param merged whether the record is imported with {@code merge} rather than {@code overwrite}
     * @return {@code null} if the import leaves the field unchanged; JSON's {@code null} for no value
     */
    public JsonNode target(String field, JsonNode record, boolean merged) {
        return treatment(merged).target(field, initial, record);
    }
}
