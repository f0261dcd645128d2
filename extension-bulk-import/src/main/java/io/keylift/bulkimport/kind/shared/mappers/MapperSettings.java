// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import java.util.HashMap;
import java.util.List;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Settings of the protocol mappers of a record. */
public final class MapperSettings {

    private MapperSettings() {}

    /** Returns the mappers, with an empty {@code config} for {@code null}, with which Keycloak's updates fail. */
    public static List<ProtocolMapperRepresentation> complete(List<ProtocolMapperRepresentation> mappers) {
        if (mappers != null) {
            mappers.stream()
                    .filter(mapper -> mapper != null && mapper.getConfig() == null)
                    .forEach(mapper -> mapper.setConfig(new HashMap<>()));
        }
        return mappers;
    }
}
