// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A named right, or a named set of such rights.
 *
 * @param id unique in the server, up to 36 characters
 * @param name unique in the realm among capabilities and sets alike
 * @param isSet whether it is a set
 * @param resource what the right is about, or {@code null}
 * @param action what may be done with it, or {@code null}
 * @param type any word by which they are told apart, such as {@code data}, or {@code null}
 * @param source whose catalogue it comes from, or {@code null}
 */
public record Capability(
        String id, String name, boolean isSet, String resource, String action, String type, String source) {

    /** All of it by the names that answers and events give it, in their order; may be added to. */
    public Map<String, Object> shown() {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", id);
        shown.put("name", name);
        shown.put("set", isSet);
        shown.put("resource", resource);
        shown.put("action", action);
        shown.put("type", type);
        shown.put("source", source);
        return shown;
    }
}
