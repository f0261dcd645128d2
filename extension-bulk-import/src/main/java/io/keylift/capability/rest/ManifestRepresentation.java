// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.capability.CapabilityNames;
import io.keylift.capability.catalog.CatalogEntry;
import io.keylift.capability.catalog.Manifest;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A manifest in a request. */
record ManifestRepresentation(String version, List<Capability> capabilities, List<CapabilitySet> sets) {

    private static final int MAX_TEXT = TextLimits.NAME;
    private static final int MAX_DESCRIPTION = 2000;

    record Capability(
            String name,
            String resource,
            String action,
            String type,
            String description,
            JsonNode endpoints,
            List<String> replaces) {}

    record CapabilitySet(
            String name,
            String resource,
            String action,
            String type,
            String description,
            List<String> members,
            List<String> replaces) {}

    Manifest manifest(String source) {
        if (capabilities == null && sets == null) {
            throw new ApiError(ErrorCode.MISSING, "", "The fields `capabilities`, `sets` or both are required")
                    .badRequest();
        }
        check(source, "", "The name of the source");
        checkClean(source, "");
        TextLimits.check(version, "/version", MAX_TEXT);
        List<Manifest.Entry> entries = new ArrayList<>();
        for (int i = 0; capabilities != null && i < capabilities.size(); i++) {
            entries.add(entry(capabilities.get(i), Pointers.to("/capabilities", i)));
        }
        for (int i = 0; sets != null && i < sets.size(); i++) {
            entries.add(entry(sets.get(i), Pointers.to("/sets", i)));
        }
        return new Manifest(source, version, entries);
    }

    private static Manifest.Entry entry(Capability capability, String pointer) {
        require(capability, pointer);
        checkAll(
                pointer,
                capability.name(),
                capability.resource(),
                capability.action(),
                capability.type(),
                capability.description());
        checkNames(capability.replaces(), pointer + "/replaces");
        String endpoints =
                capability.endpoints() == null || capability.endpoints().isNull()
                        ? null
                        : capability.endpoints().toString();
        checkEndpoints(capability.endpoints(), pointer + "/endpoints");
        TextLimits.check(endpoints, pointer + "/endpoints", Integer.MAX_VALUE);
        CatalogEntry entry = new CatalogEntry(
                null,
                capability.name(),
                false,
                capability.resource(),
                capability.action(),
                capability.type(),
                null,
                capability.description(),
                endpoints,
                Set.of());
        return new Manifest.Entry(pointer, entry, capability.replaces());
    }

    private static Manifest.Entry entry(CapabilitySet set, String pointer) {
        require(set, pointer);
        checkAll(pointer, set.name(), set.resource(), set.action(), set.type(), set.description());
        checkNames(set.members(), pointer + "/members");
        checkNames(set.replaces(), pointer + "/replaces");
        CatalogEntry entry = new CatalogEntry(
                null,
                set.name(),
                true,
                set.resource(),
                set.action(),
                set.type(),
                null,
                set.description(),
                null,
                set.members() == null ? Set.of() : new LinkedHashSet<>(set.members()));
        return new Manifest.Entry(pointer, entry, set.replaces());
    }

    private static void require(Object entry, String pointer) {
        if (entry == null) {
            throw new ApiError(ErrorCode.MISSING, pointer, "The value must be an object").badRequest();
        }
    }

    private static void checkAll(
            String pointer, String name, String resource, String action, String type, String description) {
        check(name, pointer + "/name", "The name");
        checkClean(name, pointer + "/name");
        TextLimits.check(resource, pointer + "/resource", MAX_TEXT);
        TextLimits.check(action, pointer + "/action", MAX_TEXT);
        TextLimits.check(type, pointer + "/type", MAX_TEXT);
        TextLimits.check(description, pointer + "/description", MAX_DESCRIPTION);
    }

    private static void checkClean(String name, String pointer) {
        if (!CapabilityNames.isClean(name)) {
            throw new ApiError(ErrorCode.INVALID, pointer, CapabilityNames.REFUSAL).badRequest();
        }
    }

    private static void checkEndpoints(JsonNode endpoints, String pointer) {
        if (endpoints == null || endpoints.isNull()) {
            return;
        }
        if (!endpoints.isArray()) {
            throw new ApiError(ErrorCode.WRONG_TYPE, pointer, "The value must be an array").badRequest();
        }
        for (int i = 0; i < endpoints.size(); i++) {
            if (!endpoints.get(i).isObject()) {
                throw new ApiError(ErrorCode.WRONG_TYPE, Pointers.to(pointer, i), "The value must be an object")
                        .badRequest();
            }
        }
    }

    private static void checkNames(List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            check(names.get(i), Pointers.to(pointer, i), "The name");
        }
    }

    private static void check(String name, String pointer, String what) {
        if (name == null || name.isBlank()) {
            throw new ApiError(ErrorCode.MISSING, pointer, what + " is missing").badRequest();
        }
        TextLimits.check(name, pointer, MAX_TEXT);
    }
}
