// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.Queries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.util.JsonSerialization;

/**
 * The policies of a realm that list clients or client scopes, and what becomes of them when some of these are removed.
 * As in Keycloak, a list of client scopes that becomes empty ends its policy, and an empty list of clients stays. Runs
 * a constant number of statements.
 */
public final class ListingPolicies {

    private static final String ID = "id";

    private final ImportContext context;
    private final Queries rows;
    private final String type;
    private final String setting;
    private final boolean endsEmpty;

    private ListingPolicies(ImportContext context, Queries rows, String type, String setting, boolean endsEmpty) {
        this.context = context;
        this.rows = rows;
        this.type = type;
        this.setting = setting;
        this.endsEmpty = endsEmpty;
    }

    public static ListingPolicies ofClients(ImportContext context, Queries rows) {
        return new ListingPolicies(context, rows, "client", "clients", false);
    }

    public static ListingPolicies ofClientScopes(ImportContext context, Queries rows) {
        return new ListingPolicies(context, rows, "client-scope", "clientScopes", true);
    }

    /** The elements of a list that stay, and the ids of those that are removed. */
    private record Split(List<JsonNode> staying, Set<String> removed) {}

    /** The removed objects without which a policy ends although others apply it, which Keycloak refuses. */
    public Set<String> needed(Set<String> removed) {
        Map<String, Split> listing = listing(removed);
        Set<String> needed = new HashSet<>();
        for (String policy : rows.list(
                "select distinct a.id from PolicyEntity p join p.associatedPolicies a where a.id in (:values)",
                String.class,
                ending(listing),
                Map.of())) {
            needed.addAll(listing.get(policy).removed());
        }
        return needed;
    }

    /** Takes these objects out of the lists. Must be called before the objects are deleted. */
    public void leave(Set<String> removed) {
        Map<String, Split> listing = listing(removed);
        Set<String> ending = ending(listing);
        Set<String> changed = new HashSet<>(listing.keySet());
        changed.removeAll(ending);
        write(changed, listing);
        if (!listing.isEmpty()) {
            new RemovedAuthorization(context, rows).removePolicies(ending, changed);
        }
    }

    private Set<String> ending(Map<String, Split> listing) {
        Set<String> ending = new HashSet<>();
        listing.forEach((policy, split) -> {
            if (endsEmpty && split.staying().isEmpty()) {
                ending.add(policy);
            }
        });
        return ending;
    }

    private Map<String, Split> listing(Set<String> removed) {
        Map<String, Split> listing = new HashMap<>();
        if (removed.isEmpty()) {
            return listing;
        }
        for (Object[] row : rows.page(
                "select p.id, value(c) from PolicyEntity p join p.config c where p.type = :type and key(c) = :setting"
                        + " and p.resourceServer.id in (select o.id from ClientEntity o where o.realmId = :realm)",
                Map.of(
                        "type",
                        type,
                        "setting",
                        setting,
                        "realm",
                        context.realm().getId()),
                Integer.MAX_VALUE)) {
            Split split = split((String) row[1], removed);
            if (!split.removed().isEmpty()) {
                listing.put((String) row[0], split);
            }
        }
        return listing;
    }

    private static Split split(String list, Set<String> removed) {
        Split split = new Split(new ArrayList<>(), new HashSet<>());
        try {
            for (JsonNode element : JsonSerialization.mapper.readTree(list)) {
                String id = element.isTextual()
                        ? element.asText()
                        : element.path(ID).asText();
                if (removed.contains(id)) {
                    split.removed().add(id);
                } else {
                    split.staying().add(element);
                }
            }
        } catch (JsonProcessingException e) {
            // No list, so it names nothing.
            split.removed().clear();
        }
        return split;
    }

    private void write(Collection<String> policies, Map<String, Split> listing) {
        List<CollectionRows.Row> settings = new ArrayList<>();
        rows.select(
                        "select p.id, key(c), value(c) from PolicyEntity p join p.config c where p.id in (:values)",
                        policies,
                        Map.of())
                .forEach(row -> settings.add(new CollectionRows.Row(
                        (String) row[0],
                        row[1],
                        setting.equals(row[1])
                                ? json(listing.get((String) row[0]).staying())
                                : row[2])));
        CollectionRows table = new CollectionRows(context.entityManager(), PolicyEntity.class, "config");
        table.deleteAllOf(policies);
        table.insert(settings);
    }

    private static String json(List<JsonNode> list) {
        try {
            return JsonSerialization.writeValueAsString(list);
        } catch (IOException e) {
            throw new IllegalStateException("A list that was read cannot be written", e);
        }
    }
}
