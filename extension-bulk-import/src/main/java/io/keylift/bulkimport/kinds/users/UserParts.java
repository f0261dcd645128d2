// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.keylift.bulkimport.kind.shared.reference.AttributesDeserializer;
import java.util.List;
import java.util.Map;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/**
 * Values of a user that a record adds or removes. An omitted part is {@code null}.
 *
 * @param requiredActions names of required actions of the server
 * @param realmRoles names of roles of the realm
 * @param clientRoles names of client roles by client id
 * @param groups paths of groups of the realm
 * @param federatedIdentities to remove one, the alias of the identity provider is enough
 * @param attributes values by attribute name; to remove all values, {@code null} or an empty list
 */
public record UserParts(
        List<String> requiredActions,
        List<String> realmRoles,
        Map<String, List<String>> clientRoles,
        List<String> groups,
        List<FederatedIdentityRepresentation> federatedIdentities,

        @JsonDeserialize(using = AttributesDeserializer.class)
        Map<String, List<String>> attributes) {

    /** No values at all. */
    static final UserParts NONE = new UserParts(null, null, null, null, null, null);

    boolean namesRealmRoles() {
        return !given(realmRoles).isEmpty();
    }

    boolean namesClientRoles() {
        return clientRoles != null
                && clientRoles.values().stream().anyMatch(names -> !given(names).isEmpty());
    }

    boolean namesGroups() {
        return !given(groups).isEmpty();
    }

    /** Whether there are values for which the Admin API requires permission to manage the user. */
    boolean namesOthers() {
        return !given(requiredActions).isEmpty()
                || !given(federatedIdentities).isEmpty()
                || !given(attributes).isEmpty();
    }

    /** The list, or an empty one if there is none. */
    static <T> List<T> given(List<T> list) {
        return list == null ? List.of() : list;
    }

    /** The map, or an empty one if there is none. */
    static <T> Map<String, T> given(Map<String, T> map) {
        return map == null ? Map.of() : map;
    }
}
