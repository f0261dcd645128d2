// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.LookupKey;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Roles that the records of a chunk name. First call {@link #need} for all of them, then {@link #load} once. It runs
 * one query for clients, one for clients named by their internal ids, and one for roles.
 */
public final class Roles {

    /** Id, name and container of a role; the container is the id of the realm or the internal id of the client. */
    private static final LookupKey NAME = LookupKey.of(
                    "RoleEntity",
                    "KEYCLOAK_ROLE",
                    "id, name, clientRealmConstraint",
                    "ID, NAME, CLIENT_REALM_CONSTRAINT")
            .by("name", "NAME")
            .by("clientRealmConstraint", "CLIENT_REALM_CONSTRAINT");

    private final ReadContext context;
    private final Queries rows;
    private final Set<String> neededRealmRoles = new HashSet<>();
    private final Map<String, Set<String>> neededClientRoles = new HashMap<>();
    private final Map<String, Set<String>> neededByClientsId = new HashMap<>();
    private final Map<String, KnownClient> clients = new HashMap<>();
    private final Map<String, KnownClient> clientsById = new HashMap<>();

    /** Ids of roles by the id of their container, which is the realm or a client, and their name. */
    private final Map<String, Map<String, String>> roles = new HashMap<>();

    public Roles(ReadContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** @param byClient names of roles by client id; either may be {@code null} */
    public void need(Collection<String> realmRoles, Map<String, ? extends Collection<String>> byClient) {
        if (realmRoles != null) {
            neededRealmRoles.addAll(realmRoles);
        }
        if (byClient != null) {
            byClient.forEach((clientId, names) -> neededClientRoles
                    .computeIfAbsent(clientId, c -> new HashSet<>())
                    .addAll(names == null ? List.of() : names));
        }
    }

    /** A role of the client that has this internal id. */
    public void needOfClientWithId(String id, String name) {
        neededByClientsId.computeIfAbsent(id, c -> new HashSet<>()).add(name);
    }

    public void load() {
        String realm = context.realm().getId();
        Set<List<String>> pairs = new LinkedHashSet<>();
        neededRealmRoles.forEach(name -> pairs.add(List.of(name, realm)));
        String select = "select c.id, c.clientId from ClientEntity c where ";
        for (KnownClient client :
                clients(select + "c.realmId = :realm and c.clientId in (:values)", neededClientRoles.keySet())) {
            clients.put(client.clientId(), client);
            need(client, neededClientRoles.get(client.clientId()), pairs);
        }
        for (KnownClient client :
                clients(select + RealmFilter.of("c") + " and c.id in (:values)", neededByClientsId.keySet())) {
            clientsById.put(client.id(), client);
            need(client, neededByClientsId.get(client.id()), pairs);
        }
        for (Object[] row : rows.selectTuples(NAME, pairs, Map.of())) {
            roles.computeIfAbsent((String) row[2], container -> new HashMap<>()).put((String) row[1], (String) row[0]);
        }
    }

    private List<KnownClient> clients(String jpql, Set<String> values) {
        return rows.select(jpql, values, Map.of("realm", context.realm().getId())).stream()
                .map(row -> new KnownClient((String) row[0], (String) row[1]))
                .toList();
    }

    /** A database that ignores case can return clients that no record names. */
    private static void need(KnownClient client, Set<String> names, Set<List<String>> pairs) {
        if (names != null) {
            names.forEach(name -> pairs.add(List.of(name, client.id())));
        }
    }

    /** Id of the realm role, or {@code null}. */
    public String realmRole(String name) {
        return role(context.realm().getId(), name);
    }

    /** Internal id of the client, or {@code null}. */
    public String client(String clientId) {
        KnownClient client = knownClient(clientId);
        return client == null ? null : client.id();
    }

    /** The client, or {@code null}. */
    public KnownClient knownClient(String clientId) {
        return clients.get(clientId);
    }

    /** The client that has this internal id and of which a role was needed, or {@code null}. */
    public KnownClient clientWithId(String id) {
        return clientsById.get(id);
    }

    /** Id of the role of the client with this internal id, or {@code null}. */
    public String clientRole(String client, String name) {
        return role(client, name);
    }

    private String role(String container, String name) {
        return roles.getOrDefault(container, Map.of()).get(name);
    }

    /** The roles that a record names, and its clients by internal id. A client can be present without a role. */
    public record Mappings(List<KnownRole> roles, Map<String, KnownClient> clients) {}

    /**
     * The roles a record maps, in the fields {@code /realmRoles} and {@code /clientRoles}. Rejects the record for the
     * first role that is unknown or that the caller may not map.
     */
    public Mappings mapped(Item<?> item, List<String> realmRoles, Map<String, List<String>> byClient) {
        return mapped(item, realmRoles, byClient, "");
    }

    /**
     * The roles in these fields of an object inside the record.
     *
     * @param place pointer to the object
     */
    public Mappings mapped(Item<?> item, List<String> realmRoles, Map<String, List<String>> byClient, String place) {
        return new Mapper(item, Rights::mayMapRole, false, place).map(realmRoles, byClient);
    }

    /**
     * The roles in the lists of a record that only maps roles.
     *
     * @param lenient whether unknown roles are ignored, for records that remove roles
     */
    Mappings mapped(Item<?> item, RoleLists lists, Permission permission, boolean lenient) {
        return new Mapper(item, permission, lenient, "").map(lists.realmRoles(), lists.givenClientRoles());
    }

    /** Permission that each role requires. */
    @FunctionalInterface
    public interface Permission {
        boolean allows(Rights rights, ReadContext context, KnownRole role);
    }

    private final class Mapper {

        private final Item<?> item;
        private final Permission permission;
        private final boolean lenient;
        private final String place;
        private final Mappings mappings = new Mappings(new ArrayList<>(4), new HashMap<>(0));

        Mapper(Item<?> item, Permission permission, boolean lenient, String place) {
            this.item = item;
            this.permission = permission;
            this.lenient = lenient;
            this.place = place;
        }

        Mappings map(List<String> realmRoles, Map<String, List<String>> byClient) {
            if (realmRoles != null) {
                map(null, place + "/realmRoles", realmRoles);
            }
            if (byClient != null) {
                byClient.forEach((clientId, names) -> {
                    if (!item.isRejected()) {
                        mapClient(clientId, names == null ? List.of() : names);
                    }
                });
            }
            return mappings;
        }

        private void mapClient(String clientId, List<String> names) {
            String pointer = Pointers.to(place + "/clientRoles", clientId);
            KnownClient client = knownClient(clientId);
            if (client != null) {
                mappings.clients().put(client.id(), client);
                map(client, pointer, names);
            } else if (!ViewRights.of(context).mayViewAllClients(context)) {
                names.stream().limit(1).forEach(name -> forbid(name, clientId, false, Pointers.to(pointer, 0)));
            } else if (!lenient) {
                item.reject(RejectCode.UNKNOWN_CLIENT, pointer, "The realm has no client with this client id");
            }
        }

        private void map(KnownClient client, String pointer, List<String> names) {
            for (int i = 0; i < names.size() && !item.isRejected(); i++) {
                String name = names.get(i);
                String id = client == null ? realmRole(name) : clientRole(client.id(), name);
                if (id != null) {
                    map(new KnownRole(id, name, client), Pointers.to(pointer, i));
                } else if (!ViewRights.of(context).mayViewRolesOf(context, client)) {
                    forbid(name, client == null ? null : client.clientId(), false, Pointers.to(pointer, i));
                } else if (!lenient) {
                    item.reject(
                            RejectCode.UNKNOWN_ROLE,
                            Pointers.to(pointer, i),
                            client == null
                                    ? "The realm has no role with this name"
                                    : "The client has no role with this name");
                }
            }
        }

        private void map(KnownRole role, String pointer) {
            if (permission.allows(Rights.of(context), context, role)) {
                mappings.roles().add(role);
            } else {
                forbid(
                        role.name(),
                        role.client() == null ? null : role.client().clientId(),
                        ViewRights.of(context).mayViewRolesOf(context, role.client()),
                        pointer);
            }
        }

        /**
         * Rejects the record as forbidden. For a role that does not exist, too, if the caller may not view the roles of
         * the realm or client.
         *
         * @param clientId client id of the role's client; {@code null} for a role of the realm
         * @param mayView whether the caller may know that the role exists
         */
        private void forbid(String name, String clientId, boolean mayView, String pointer) {
            item.reject(
                    RejectCode.FORBIDDEN,
                    pointer,
                    "The caller does not have permission to assign the role " + name
                            + (clientId == null ? "" : " of client " + clientId)
                            + (mayView ? "" : ", or there is none"));
        }
    }
}
