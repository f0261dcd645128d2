// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * What an import does to a field. Imports, verifications and undos decide by the values of a rule. The tables of fields
 * in docs/import.md are made of its {@link #words}.
 *
 * @param overwrite what {@code ifExists=overwrite} does with the value of a record
 * @param absence what {@code ifExists=overwrite} does if the record leaves the field out
 * @param resetBy with {@link Absence#RESET}, the field without which a record leaves this one alone; {@code null} if it
 *     never does
 * @param initial value after a reset: a text, a truth value, or {@code null} for none; of {@link Overwrite#WHOLE}, none
 *     means what an object has anyway
 * @param blankIsNone whether a blank text, and {@code false}, is stored as no value
 * @param addedTo whether {@code ifExists=merge} keeps the values that a record does not name
 * @param words the same for people
 */
public record FieldRule(
        Overwrite overwrite,
        Absence absence,
        String resetBy,
        Object initial,
        boolean blankIsNone,
        boolean addedTo,
        Words words) {

    private static final String ADDED = "missing values are added";
    private static final String FIXED = "must be the stored value";
    private static final String KEY = "part of the key";
    private static final String REPLACED = "replaced";
    private static final String UNCHANGED = "unchanged";

    /** What overwriting does with a value. */
    public enum Overwrite {
        /** The object is found by it. */
        KEY,
        /** It must be the stored value. */
        FIXED,
        /** The stored value becomes the given one. A map changes by its names, and keeps the others. */
        REPLACED,
        /** A map becomes the given one, without the names that this does not have. */
        WHOLE,
        /** Of lists by clientId, those of the given clients become the given ones. */
        BY_CLIENT,
        /** The stored value stays. */
        IGNORED
    }

    /** What overwriting does if there is no value. */
    public enum Absence {
        UNCHANGED,
        RESET,
        REJECTED
    }

    /**
     * The columns of the documentation, in Markdown.
     *
     * @param absent what a new object has if its record leaves the field out
     * @param overwrite what {@code ifExists=overwrite} does with the value of a record
     * @param overwriteAbsent what {@code ifExists=overwrite} does if the record leaves the field out; empty for a field
     *     of the key
     * @param merge what {@code ifExists=merge} does with the value of a record; what the record leaves out is unchanged
     */
    public record Words(String absent, String overwrite, String overwriteAbsent, String merge) {}

    private static FieldRule of(Overwrite overwrite, boolean addedTo, Words words) {
        return new FieldRule(overwrite, Absence.UNCHANGED, null, null, false, addedTo, words);
    }

    /** A field of the key. */
    public static FieldRule key(String absent) {
        return of(Overwrite.KEY, false, new Words(absent, KEY, "", KEY));
    }

    /** A field that never changes: a record must give the stored value, or none. */
    public static FieldRule fixed(String absent) {
        return of(Overwrite.FIXED, false, new Words(absent, FIXED, UNCHANGED, FIXED));
    }

    /** A field that only new objects take from their records. */
    public static FieldRule ignored(String absent) {
        return of(Overwrite.IGNORED, false, new Words(absent, "ignored", UNCHANGED, "ignored"));
    }

    /** A field with one value. A new object without it has none, or what {@code absent} says. */
    public static FieldRule value(String absent) {
        return of(Overwrite.REPLACED, false, new Words(absent, REPLACED, UNCHANGED, REPLACED));
    }

    /** A field with one value, a text or a truth value, and its default. */
    public static FieldRule withDefault(Object initial) {
        FieldRule rule = value("`" + initial + "`");
        return new FieldRule(rule.overwrite, rule.absence, null, initial, false, false, rule.words);
    }

    /** A field with several values. */
    public static FieldRule list(String absent) {
        return of(Overwrite.REPLACED, true, new Words(absent, "list replaced", UNCHANGED, ADDED));
    }

    /** Lists of names by clientId. */
    public static FieldRule listByClient(String absent) {
        return of(
                Overwrite.BY_CLIENT,
                true,
                new Words(absent, "the list of each client given is replaced", UNCHANGED, ADDED));
    }

    /** Values by name that change one by one. */
    public static FieldRule settings(String absent, String changed) {
        return of(Overwrite.REPLACED, false, new Words(absent, changed, UNCHANGED, "as `overwrite`"));
    }

    /** Values by name. */
    public static FieldRule attributes() {
        return whole(
                "none", "the values of each attribute given are replaced; **an empty list removes the attribute**");
    }

    /** Values by name that overwriting replaces as a whole. */
    public static FieldRule whole(String absent, String merge) {
        return of(Overwrite.WHOLE, false, new Words(absent, "replaced as a whole", UNCHANGED, merge));
    }

    /** The same, but overwriting resets what a record leaves out. */
    public FieldRule resets() {
        return absent(Absence.RESET, null, "**reset**");
    }

    /** The same, but overwriting resets what a record leaves out, and tells the price. */
    public FieldRule resets(String price) {
        return absent(Absence.RESET, null, "**reset: " + price + "**");
    }

    /** The same, but overwriting resets what a record leaves out if it has the other field. */
    public FieldRule resetsWith(String other) {
        return absent(Absence.RESET, other, "**reset if the record has `" + other + "`**, otherwise unchanged");
    }

    /** The same, but overwriting rejects a record that leaves it out. */
    public FieldRule required() {
        return absent(Absence.REJECTED, null, "rejected");
    }

    private FieldRule absent(Absence then, String other, String said) {
        return new FieldRule(
                overwrite,
                then,
                other,
                initial,
                blankIsNone,
                addedTo,
                new Words(words.absent, words.overwrite, said, words.merge));
    }

    /** The same, but a blank text, and {@code false}, is stored as no value. */
    public FieldRule storesNoBlanks() {
        return new FieldRule(overwrite, absence, resetBy, initial, true, addedTo, words);
    }

    /** The same in other words. */
    public FieldRule says(String overwritten, String merged) {
        return says(overwritten, words.overwriteAbsent, merged);
    }

    /** The same in other words. */
    public FieldRule says(String overwritten, String overwrittenAbsent, String merged) {
        return new FieldRule(
                overwrite,
                absence,
                resetBy,
                initial,
                blankIsNone,
                addedTo,
                new Words(words.absent, overwritten, overwrittenAbsent, merged));
    }

    /** Whether the field is part of the key. */
    public boolean isKey() {
        return overwrite == Overwrite.KEY;
    }

    /** Whether overwriting resets the field in any object whose record leaves it out. */
    public boolean isReset() {
        return absence == Absence.RESET && resetBy == null;
    }
}
