// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.mappers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.protocol.oidc.mappers.OIDCAttributeMapperHelper;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Given protocol mappers, for the comparison with the stored ones. */
public final class ComparableMappers {

    private ComparableMappers() {}

    /** Adds the setting that Keycloak adds to mappers which leave it out, as far as the stored mapper has it. */
    public static void addDefaults(
            List<ProtocolMapperRepresentation> given, List<ProtocolMapperRepresentation> stored) {
        if (given == null || stored == null) {
            return;
        }
        for (ProtocolMapperRepresentation mapper : given) {
            String added = stored.stream()
                    .filter(other -> other.getName().equals(mapper.getName())
                            && other.getProtocol().equals(mapper.getProtocol()))
                    .findFirst()
                    .map(other -> other.getConfig().get(OIDCAttributeMapperHelper.INCLUDE_IN_USERINFO))
                    .orElse(null);
            if (added != null && mapper.getConfig() != null) {
                Map<String, String> config = new HashMap<>(mapper.getConfig());
                config.putIfAbsent(OIDCAttributeMapperHelper.INCLUDE_IN_USERINFO, added);
                mapper.setConfig(config);
            }
        }
    }
}
