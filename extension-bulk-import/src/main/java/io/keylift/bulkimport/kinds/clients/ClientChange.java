// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.representations.idm.ClientRepresentation;

/** The changes that a record makes to a client. */
final class ClientChange {

    final StoredClient stored;

    /** The record after Keycloak and the realm's client policies have completed it. */
    final ClientRepresentation representation;

    /** The change of the client's service account. */
    enum User {
        STAYS,
        COMES,
        GOES
    }

    private final ClientState before;
    private final ClientState after;
    User user = User.STAYS;

    /** Authorization settings to add, or {@code null}. */
    ResourceServerEntity addedServer;

    boolean removesServer;
    boolean changesServer;

    ClientChange(StoredClient stored, ClientRepresentation representation, ClientState before, ClientState after) {
        this.stored = stored;
        this.representation = representation;
        this.before = before;
        this.after = after;
    }

    boolean isChange() {
        return changesClient() || user != User.STAYS || addedServer != null || removesServer || changesServer;
    }

    boolean changesClient() {
        return !before.equals(after);
    }

    boolean changesAttributes() {
        return !before.attributes().equals(after.attributes());
    }

    /** Names of attributes that are added, changed or removed. */
    Set<String> changedAttributes() {
        Set<String> names = new HashSet<>(before.attributes().keySet());
        names.addAll(after.attributes().keySet());
        names.removeIf(name ->
                Objects.equals(before.attributes().get(name), after.attributes().get(name)));
        return names;
    }

    boolean changesRedirectUris() {
        return !before.redirectUris().equals(after.redirectUris());
    }

    boolean changesWebOrigins() {
        return !before.webOrigins().equals(after.webOrigins());
    }

    boolean changesFlowBindings() {
        return !before.flowBindings().equals(after.flowBindings());
    }

    /** Whether any client scope except the one with this id is added, removed or moved to the other list. */
    boolean changesScopesOtherThan(String id) {
        Map<String, Boolean> old = new HashMap<>(before.scopes());
        Map<String, Boolean> wanted = new HashMap<>(after.scopes());
        old.remove(id);
        wanted.remove(id);
        return !old.equals(wanted);
    }

    boolean changesNodes() {
        return !before.nodes().equals(after.nodes());
    }

    /** Its client scopes by id, and whether each is a default one. */
    Map<String, Boolean> formerScopes() {
        return before.scopes();
    }

    /** Its client scopes after the change, by id. */
    Map<String, Boolean> scopes() {
        return after.scopes();
    }

    boolean changesScopes() {
        return !before.scopes().equals(after.scopes());
    }

    /** Ids of mappers whose rows are outdated. */
    Set<String> obsoleteMappers() {
        return before.mappers().keySet().stream()
                .filter(id -> !Objects.equals(
                        before.mappers().get(id), after.mappers().get(id)))
                .collect(Collectors.toSet());
    }

    /** Ids of mappers that need new rows. */
    Set<String> newMappers() {
        return after.mappers().keySet().stream()
                .filter(id -> !Objects.equals(
                        before.mappers().get(id), after.mappers().get(id)))
                .collect(Collectors.toSet());
    }
}
