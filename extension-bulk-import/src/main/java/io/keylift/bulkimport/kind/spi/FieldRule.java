// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * What an import does to a field. The tables of fields in docs/import.md are made of these rules, in Markdown.
 *
 * @param absent what a new object has if its record leaves the field out
 * @param overwrite what {@code ifExists=overwrite} does with the value of a record
 * @param overwriteAbsent what {@code ifExists=overwrite} does if the record leaves the field out; empty for a field of
 *     the key
 * @param merge what {@code ifExists=merge} does with the value of a record; what the record leaves out is unchanged
 */
public record FieldRule(String absent, String overwrite, String overwriteAbsent, String merge) {

    /** In {@link #overwriteAbsent}: the stored value stays. */
    public static final String UNCHANGED = "unchanged";

    /** In {@link #overwriteAbsent}: the field is what {@link #absent} says. */
    public static final String RESET = "**reset**";

    private static final String REPLACED = "replaced";
    private static final String REPLACED_WHOLE = "replaced as a whole";

    /** A field of the key. */
    public static FieldRule key(String absent) {
        return new FieldRule(absent, "part of the key", "", "part of the key");
    }

    /** A field that never changes: a record must give the stored value, or none. */
    public static FieldRule fixed(String absent) {
        return new FieldRule(absent, "must be the stored value", UNCHANGED, "must be the stored value");
    }

    /** A field with one value. */
    public static FieldRule value(String absent) {
        return new FieldRule(absent, REPLACED, UNCHANGED, REPLACED);
    }

    /** A field with several values. */
    public static FieldRule list(String absent) {
        return new FieldRule(absent, "list replaced", UNCHANGED, "missing values are added");
    }

    /** Lists of names by clientId. */
    public static FieldRule listByClient(String absent) {
        return new FieldRule(
                absent, "the list of each client given is replaced", UNCHANGED, "missing values are added");
    }

    /** Lists of values by name. */
    public static FieldRule attributes() {
        return new FieldRule(
                "none",
                REPLACED_WHOLE,
                UNCHANGED,
                "the values of each attribute given are replaced; **an empty list removes the attribute**");
    }

    /** Whether overwriting also removes the values by name that a record does not name. */
    public boolean isReplacedAsAWhole() {
        return overwrite.equals(REPLACED_WHOLE);
    }

    /** Whether merging keeps the values that a record does not name. */
    public boolean isAddedToByMerge() {
        return merge.contains("added");
    }

    /** Whether the field is part of the key. */
    public boolean isKey() {
        return overwriteAbsent.isEmpty();
    }

    /** Whether overwriting resets the field if a record leaves it out. */
    public boolean isReset() {
        return overwriteAbsent.equals(RESET);
    }

    /** The same, but overwriting resets what a record leaves out. */
    public FieldRule resets() {
        return new FieldRule(absent, overwrite, RESET, merge);
    }
}
