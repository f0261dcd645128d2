// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.keycloak.representations.idm.RoleRepresentation;

/**
 * A line of the import: Keycloak's {@link RoleRepresentation} and the client a role belongs to.
 *
 * @param id id to give a new role; generated if absent
 * @param name unique in the realm or in its client
 * @param client client id of the client whose role this is; a role of the realm if absent
 * @param description free text
 * @param attributes values by attribute name
 * @param composite may be {@code false} for a role without composites; {@code true} has no effect
 * @param composites roles that this role includes
 * @param clientRole whether this is the role of a client; that client is {@code client} or else {@code containerId}
 * @param containerId internal id of the client, as in Keycloak's representation; if {@code client} names the client, it
 *     must not be the id of another one. Ignored for a role of the realm
 * @param scopeParamRequired obsolete field of Keycloak's representation; ignored
 */
public record RoleRecord(
        String id,
        String name,
        String client,
        String description,
        Map<String, List<String>> attributes,
        Boolean composite,
        Composites composites,
        Boolean clientRole,
        String containerId,
        Boolean scopeParamRequired) {

    private static final String CLIENT_ROLE = "client role";

    /**
     * The roles in a composite role.
     *
     * @param realm names of realm roles
     * @param client names of client roles by client id
     * @param application former name of {@code client}
     */
    public record Composites(
            List<String> realm, Map<String, List<String>> client, Map<String, List<String>> application) {

        boolean isEmpty() {
            return (realm == null || realm.isEmpty())
                    && (client == null || client.values().stream().allMatch(names -> names == null || names.isEmpty()));
        }
    }

    /** The id that the record gives, or {@code null}. */
    String requestedId() {
        return id == null || id.isEmpty() ? null : id;
    }

    /** Whether only the internal id identifies the client. */
    boolean isClientGivenById() {
        return client == null && Boolean.TRUE.equals(clientRole);
    }

    boolean isOfClient() {
        return client != null || isClientGivenById();
    }

    /** Registers the role, and the client it belongs to, for a look-up. */
    void need(Roles roles) {
        if (isClientGivenById()) {
            roles.needOfClientWithId(containerId, name);
        } else if (client != null) {
            roles.need(null, Map.of(client, List.of(name)));
            if (containerId != null) {
                roles.needOfClientWithId(containerId, name);
            }
        } else {
            roles.need(List.of(name), null);
        }
    }

    /** The client of the role after the look-up; {@code null} for a role of the realm or an unknown client. */
    KnownClient container(Roles roles) {
        return isClientGivenById() ? roles.clientWithId(containerId) : roles.knownClient(client);
    }

    /** Id of the role after the look-up, or {@code null}. */
    String idIn(KnownClient container, Roles roles) {
        return container == null ? roles.realmRole(name) : roles.clientRole(container.id(), name);
    }

    /** Pointer to the field that names the client. */
    String clientPointer() {
        return isClientGivenById() ? "/containerId" : "/client";
    }

    /** See {@link io.keylift.bulkimport.kind.spi.ImportKind#uniqueKeys}. */
    List<UniqueKey> uniqueKeys() {
        List<UniqueKey> keys = new ArrayList<>(2);
        if (name != null) {
            keys.add(
                    isClientGivenById()
                            ? new UniqueKey(CLIENT_ROLE, "#" + joined(String.valueOf(containerId), name), "/name")
                            : uniqueKey(client, name, "/name"));
        }
        if (requestedId() != null) {
            keys.add(new UniqueKey("id", id, "/id"));
        }
        return keys;
    }

    /** Key of a role of the client or, if that is {@code null}, of the realm. */
    static UniqueKey uniqueKey(String client, String name, String pointer) {
        return client == null
                ? new UniqueKey("realm role", name, pointer)
                : new UniqueKey(CLIENT_ROLE, joined(client, name), pointer);
    }

    /** Joins both names so that different pairs have different texts. */
    private static String joined(String client, String name) {
        return client.length() + ":" + client + ":" + name;
    }

    /** The record in the form of Keycloak's admin events. */
    RoleRepresentation toRepresentation(String knownId) {
        RoleRepresentation representation = new RoleRepresentation();
        representation.setId(knownId);
        representation.setName(name);
        representation.setDescription(description);
        representation.setAttributes(attributes);
        representation.setClientRole(clientRole);
        representation.setContainerId(containerId);
        representation.setComposite(Boolean.TRUE.equals(composite) || (composites != null && !composites.isEmpty()));
        if (composites != null) {
            RoleRepresentation.Composites given = new RoleRepresentation.Composites();
            given.setRealm(composites.realm() == null ? null : new LinkedHashSet<>(composites.realm()));
            given.setClient(composites.client());
            representation.setComposites(given);
        }
        return representation;
    }
}
