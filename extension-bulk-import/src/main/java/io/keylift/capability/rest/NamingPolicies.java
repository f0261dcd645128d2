// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.store.StoreFactory;

/**
 * Finds the policies of type {@code capability} that name a removed capability or set. Reads the stored config, because
 * the package of the policy type depends on an internal SPI of Keycloak.
 */
final class NamingPolicies {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeSet<String>> NAMES = new TypeReference<>() {};

    private static final String TYPE = "capability";
    private static final String CAPABILITIES = "capabilities";

    private static final String ALL =
            "select p.id, p.name, c.id, c.clientId, value(g) from PolicyEntity p join p.config g"
                    + " join ClientEntity c on c.id = p.resourceServer.id"
                    + " where p.type = :type and key(g) = :key and c.realmId = :realm order by c.clientId, p.name";

    private final Call call;

    NamingPolicies(Call call) {
        this.call = call;
    }

    /**
     * A policy.
     *
     * @param client client id of its resource server
     */
    record Named(String client, String policy) {}

    /**
     * Replaces removed names in policies by the names of their successors.
     *
     * @param removed names of all removed capabilities and sets
     * @param replaced names of successors, by the removed name
     * @param dryRun whether to leave the policies unchanged
     * @return policies that named a removed entry; a name without a successor stays in the policy
     */
    List<Named> rename(Collection<String> removed, Map<String, String> replaced, boolean dryRun) {
        List<Named> affected = new ArrayList<>();
        if (removed.isEmpty()) {
            return affected;
        }
        List<Object[]> policies = call.entityManager()
                .createQuery(ALL, Object[].class)
                .setParameter("type", TYPE)
                .setParameter("key", CAPABILITIES)
                .setParameter("realm", call.realm().getId())
                .getResultList();
        for (Object[] row : policies) {
            SortedSet<String> names = names((String) row[4]);
            if (removed.stream().anyMatch(names::contains)) {
                affected.add(new Named((String) row[3], (String) row[1]));
                if (!dryRun && replaced.keySet().stream().anyMatch(names::contains)) {
                    SortedSet<String> renamed = new TreeSet<>();
                    names.forEach(name -> renamed.add(replaced.getOrDefault(name, name)));
                    write((String) row[2], (String) row[0], renamed);
                }
            }
        }
        return affected;
    }

    private static SortedSet<String> names(String json) {
        try {
            return JSON.readValue(json, NAMES);
        } catch (JsonProcessingException e) {
            return new TreeSet<>(); // not one that we have written
        }
    }

    /** Writes through Keycloak's store, which keeps its caches consistent. */
    private void write(String serverId, String policyId, SortedSet<String> names) {
        StoreFactory store =
                call.session().getProvider(AuthorizationProvider.class).getStoreFactory();
        Policy policy =
                store.getPolicyStore().findById(store.getResourceServerStore().findById(serverId), policyId);
        Map<String, String> config = new HashMap<>(policy.getConfig());
        try {
            config.put(CAPABILITIES, JSON.writeValueAsString(names));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
        policy.setConfig(config);
    }
}
