// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

/**
 * State of the objects of a realm, as far as operations change it.
 *
 * @param prefix prefix of one text field of each object: a letter for each change
 * @param assignments number of changes of roles, groups, organizations and attributes
 * @param credential whether records have the credential, which never changes
 */
record RecordState(String prefix, int assignments, boolean credential) {

    /** State after the import. */
    static final RecordState NEW = new RecordState("", 0, true);

    private static final String CHANGE = "A";

    /** State after this number of changes of one field. */
    static RecordState changed(int times) {
        return new RecordState(CHANGE.repeat(times), 0, true);
    }

    /** One field has another value. */
    RecordState changed() {
        return new RecordState(prefix + CHANGE, assignments, true);
    }

    /** The field, roles, groups, organizations and attributes have other values. */
    RecordState reassigned() {
        return new RecordState(prefix + CHANGE, assignments + 1, true);
    }

    RecordState withoutCredential() {
        return new RecordState(prefix, assignments, false);
    }
}
