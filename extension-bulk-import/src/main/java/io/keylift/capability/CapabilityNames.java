// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability;

import io.keylift.bulkimport.rows.LookupKey;

/** Rules for the names of capabilities, sets and sources. */
public final class CapabilityNames {

    /** Selects id and name of a capability or set. */
    public static final LookupKey KEY = LookupKey.of(
                    "KeyliftCapabilityEntity", "KEYLIFT_CAPABILITY", "id, name", "ID, NAME")
            .inRealm()
            .by("name", "NAME")
            .ordered();

    /** Message for a name that {@link #isClean} refuses. */
    public static final String REFUSAL =
            "A name must not begin or end with a blank or contain control or invisible characters";

    private CapabilityNames() {}

    /** Whether the name has no invisible characters, so that two names never look alike. */
    public static boolean isClean(String name) {
        return name.equals(name.strip())
                && name.codePoints().noneMatch(character -> switch (Character.getType(character)) {
                    case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                        true;
                    default -> false;
                });
    }
}
