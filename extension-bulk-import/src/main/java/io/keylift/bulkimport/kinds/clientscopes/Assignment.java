// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether new clients of the realm get a client scope. */
public enum Assignment {
    @JsonProperty("none")
    NONE(null),
    @JsonProperty("default")
    DEFAULT("default-default-client-scopes"),
    @JsonProperty("optional")
    OPTIONAL("default-optional-client-scopes");

    /** Segment of the path of the list in the Admin API of the realm; {@code null} for none. */
    final String path;

    Assignment(String path) {
        this.path = path;
    }

    static Assignment of(boolean byDefault) {
        return byDefault ? DEFAULT : OPTIONAL;
    }
}
