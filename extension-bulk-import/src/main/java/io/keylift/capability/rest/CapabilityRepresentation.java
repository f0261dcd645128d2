// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.capability.Capability;
import java.util.List;

/**
 * A capability or set in a response.
 *
 * @param set whether it is a set
 * @param direct whether it is assigned itself, or {@code null}
 * @param through names of the assigned sets that contain it, or {@code null}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CapabilityRepresentation(
        String id,
        String name,
        boolean set,
        String resource,
        String action,
        String type,
        String source,
        Boolean direct,
        List<String> through) {

    static CapabilityRepresentation of(Capability capability) {
        return of(capability, null, null);
    }

    static CapabilityRepresentation of(Capability capability, Boolean direct, List<String> through) {
        return new CapabilityRepresentation(
                capability.id(),
                capability.name(),
                capability.isSet(),
                capability.resource(),
                capability.action(),
                capability.type(),
                capability.source(),
                direct,
                through);
    }
}
