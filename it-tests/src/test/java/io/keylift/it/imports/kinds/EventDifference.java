// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.util.List;

/** Where the events of a kind differ from those of the Admin API on purpose. */
public interface EventDifference {

    /** Why, as the documentation says it. */
    String reason();

    /** Reads what the realm has, to be asked before and after each call. */
    default JsonNode state(TwinRealm realm) {
        return null;
    }

    /**
     * Returns the admin events of an import for one of the Admin API: fields {@code operation}, {@code type},
     * {@code path}, {@code details} and {@code representation}, the last one as text.
     */
    List<ObjectNode> expected(ObjectNode event, JsonNode before, JsonNode after);

    /** Whether an import also sends an event of Keycloak's models that a call sends. */
    default boolean isExpected(String modelEvent) {
        return true;
    }

    /** The import sends no event. */
    static EventDifference none(String reason) {
        return new EventDifference() {
            @Override
            public String reason() {
                return reason;
            }

            @Override
            public List<ObjectNode> expected(ObjectNode event, JsonNode before, JsonNode after) {
                return List.of();
            }
        };
    }
}
