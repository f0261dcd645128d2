// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A capability, or a named set of capabilities.
 *
 * @param id unique in the server, up to 36 characters
 * @param name unique in the realm among capabilities and sets
 * @param isSet whether it is a set
 * @param resource the resource that it is about, or {@code null}
 * @param action what it allows on the resource, or {@code null}
 * @param type free text to tell capabilities apart, such as {@code data}, or {@code null}
 * @param source source whose catalog it comes from, or {@code null}
 */
public record Capability(
        String id, String name, boolean isSet, String resource, String action, String type, String source) {

    /** All fields by the names that responses and events use, in their order; the map may be added to. */
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
