// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A realm to copy. */
public interface RealmSource {

    RealmSettings settings();

    /** Everything that the source does not give, as far as it is known before. */
    List<Gap> gaps();

    /** Names of the parts of the realm's objects, in an order in which an import takes them. */
    List<String> parts();

    /** Parameters of the import of a part. */
    default Map<String, String> parameters(String part) {
        return Map.of("ifExists", "overwrite", "ids", "prefer");
    }

    /** Whether a part can be compared with a realm. */
    default boolean canVerify(String part) {
        return true;
    }

    /** Whether each kind that has records names all of its objects, so that another one is one too many. */
    boolean namesAll();

    /**
     * Opens a part, from its beginning each time.
     *
     * @param secrets whether the records have them, if the source gives any
     */
    RealmPart open(String part, References references, boolean secrets) throws IOException, InterruptedException;
}
