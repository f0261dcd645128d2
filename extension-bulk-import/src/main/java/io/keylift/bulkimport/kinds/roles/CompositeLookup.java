// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the roles that are to be parts of composite roles: existing roles, and those that records of the chunk are
 * about to create, in any order. A record that names another role is deferred until a line creates it. Cycles are
 * allowed, as in Keycloak.
 */
final class CompositeLookup {

    private static final String REALM = "/composites/realm";
    private static final String CLIENT = "/composites/client";

    /** A cycle within a chunk is created. A single line does not show whether it is part of a longer cycle. */
    private static final String IN_A_CYCLE = ". A cycle longer than one chunk requires a larger `chunkSize`.";

    private final ImportContext context;
    private final Roles roles;
    private final List<RoleWork> works;

    /** Records that create roles, by name and container. */
    private final Map<List<String>, RoleWork> makers = new HashMap<>();

    /** Records that name a new role, by the record that creates it. */
    private final Map<RoleWork, List<Naming>> namings = new HashMap<>();

    CompositeLookup(ImportContext context, Roles roles, List<RoleWork> works) {
        this.context = context;
        this.roles = roles;
        this.works = works;
    }

    /** A place of a record that names a role of a client, or of the realm if {@code clientId} is {@code null}. */
    private record Naming(RoleWork work, String clientId, String name, String pointer) {}

    void resolve() {
        for (RoleWork work : works) {
            if (work.isNew()) {
                makers.put(List.of(work.record.name(), container(work.client)), work);
            }
        }
        works.stream()
                .filter(work -> work.isOpen() && work.record.composites() != null)
                .forEach(this::find);
        deferUnresolvedReferences();
    }

    private void find(RoleWork work) {
        RoleRecord.Composites composites = work.record.composites();
        if (composites.realm() != null) {
            find(work, null, composites.realm(), REALM);
        }
        if (composites.client() != null) {
            composites.client().forEach((clientId, names) -> {
                if (!work.item.isRejected() && names != null) {
                    findOfClient(work, clientId, names);
                }
            });
        }
    }

    private void findOfClient(RoleWork work, String clientId, List<String> names) {
        String pointer = Pointers.to(CLIENT, clientId);
        KnownClient client = roles.knownClient(clientId);
        if (client == null && !ViewRights.of(context).mayViewAllClients(context)) {
            names.stream().limit(1).forEach(name -> forbid(new Naming(work, clientId, name, Pointers.to(pointer, 0))));
        } else if (client == null) {
            work.item.reject(RejectCode.UNKNOWN_CLIENT, pointer, "The realm has no client with this client id");
        } else {
            work.clientsOfComposites.add(client.id());
            find(work, client, names, pointer);
        }
    }

    private void find(RoleWork work, KnownClient client, List<String> names, String pointer) {
        for (int i = 0; i < names.size() && !work.item.isRejected(); i++) {
            find(
                    work,
                    client,
                    new Naming(work, client == null ? null : client.clientId(), names.get(i), pointer + "/" + i));
        }
    }

    private void find(RoleWork work, KnownClient client, Naming naming) {
        String name = naming.name();
        String id = client == null ? roles.realmRole(name) : roles.clientRole(client.id(), name);
        if (id == null) {
            RoleWork maker = makers.get(List.of(name, container(client)));
            if (maker == null && !ViewRights.of(context).mayViewRolesOf(context, client)) {
                forbid(naming);
                return;
            }
            if (maker == null) {
                putOff(naming);
                return;
            }
            namings.computeIfAbsent(maker, m -> new ArrayList<>()).add(naming);
            id = maker.id;
        }
        KnownRole role = new KnownRole(id, name, client);
        if (Rights.of(context).mayMapComposite(context, role)) {
            work.composites.put(id, role);
        } else {
            forbid(naming);
        }
    }

    /**
     * Rejects the record as forbidden. For a role that does not exist, too, if the caller may not view the roles of the
     * realm or client.
     */
    private static void forbid(Naming naming) {
        naming.work()
                .item
                .reject(
                        RejectCode.FORBIDDEN,
                        naming.pointer(),
                        "The caller does not have permission to assign the role " + naming.name()
                                + (naming.clientId() == null ? "" : " of client " + naming.clientId())
                                + " to another role");
    }

    private String container(KnownClient client) {
        return client == null ? context.realm().getId() : client.id();
    }

    /**
     * Defers records that name a role whose own record is rejected or deferred, and in turn records that name their
     * roles.
     */
    private void deferUnresolvedReferences() {
        Deque<RoleWork> unmade = new ArrayDeque<>();
        namings.keySet().stream().filter(maker -> !maker.isOpen()).forEach(unmade::add);
        while (!unmade.isEmpty()) {
            for (Naming naming : namings.getOrDefault(unmade.remove(), List.of())) {
                if (naming.work().isOpen()) {
                    unmade.add(naming.work());
                }
                putOff(naming);
            }
        }
    }

    private static void putOff(Naming naming) {
        naming.work()
                .item
                .await(
                        RoleRecord.uniqueKey(naming.clientId(), naming.name(), naming.pointer()),
                        RejectCode.UNKNOWN_ROLE,
                        naming.clientId() == null
                                ? "The realm has no role with this name" + IN_A_CYCLE
                                : "The client has no role with this name" + IN_A_CYCLE);
    }
}
