// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The part of the OpenAPI document for {@code /admin/realms/{realm}/capabilities}. */
public final class CapabilitiesContract {

    private CapabilitiesContract() {}

    /** Tags, paths and components of an OpenAPI 3.1 document, as YAML. */
    public static String document() {
        try (InputStream document = CapabilitiesContract.class.getResourceAsStream("openapi.yaml")) {
            return new String(document.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The mapper that reads request bodies. */
    public static JsonMapper reader() {
        return Body.reader();
    }

    /** Types of request bodies by component name. */
    public static Map<String, Class<?>> bodies() {
        Map<String, Class<?>> bodies = new LinkedHashMap<>();
        bodies.put("CapabilityManifest", ManifestRepresentation.class);
        bodies.put("CapabilityChange", ChangeRepresentation.class);
        bodies.put("CapabilityChanges", BatchRepresentation.class);
        bodies.put("Access", AccessRepresentation.class);
        return bodies;
    }
}
