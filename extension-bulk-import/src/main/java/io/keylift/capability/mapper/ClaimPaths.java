// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.mapper;

import java.util.List;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.protocol.ProtocolMapperConfigException;
import org.keycloak.utils.JsonUtils;

/** The claims of the mappers of one client or client scope. No claim can be nested in a list of names. */
final class ClaimPaths {

    private ClaimPaths() {}

    /**
     * Rejects a mapper if its claim contains the claim of another mapper, or is nested in another list of capabilities.
     *
     * @param provider id of the capability mapper
     */
    static void check(ProtocolMapperModel mapper, String provider, List<ProtocolMapperModel> all)
            throws ProtocolMapperConfigException {
        List<String> path = path(mapper, provider);
        for (ProtocolMapperModel other : all) {
            boolean isSelf = mapper.getId() == null
                    ? other.getName().equals(mapper.getName())
                    : mapper.getId().equals(other.getId());
            List<String> otherPath = path(other, provider);
            if (!isSelf
                    && otherPath != null
                    && (isWithin(otherPath, path)
                            || provider.equals(other.getProtocolMapper()) && isWithin(path, otherPath))) {
                throw new ProtocolMapperConfigException(
                        "The claim overlaps with the claim of the mapper \"" + other.getName()
                                + "\". Use another `claim.name`.",
                        "invalidCapabilityClaim");
            }
        }
    }

    /** The path of the mapper's claim, or {@code null} if it has none. */
    private static List<String> path(ProtocolMapperModel mapper, String provider) {
        if (provider.equals(mapper.getProtocolMapper())) {
            return JsonUtils.splitClaimPath(ClaimSettings.of(mapper.getConfig()).claim());
        }
        String claim = mapper.getConfig() == null ? null : mapper.getConfig().get(ClaimSettings.CLAIM);
        return claim == null ? null : JsonUtils.splitClaimPath(claim);
    }

    private static boolean isWithin(List<String> inner, List<String> outer) {
        return inner.size() > outer.size() && inner.subList(0, outer.size()).equals(outer);
    }
}
