// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The realm's authentication flows that a chunk names. */
final class Flows {

    private final Map<String, String> idByAlias = new HashMap<>();

    /** One query. */
    void load(Queries rows, String realmId, Collection<IdentityProviderRecord> records) {
        Set<String> aliases = new HashSet<>();
        records.forEach(record -> {
            add(aliases, record.firstBrokerLoginFlowAlias());
            add(aliases, record.postBrokerLoginFlowAlias());
        });
        rows.select(
                        "select f.id, f.alias from AuthenticationFlowEntity f where f.realm.id = :realm"
                                + " and f.alias in (:values)",
                        aliases,
                        Map.of("realm", realmId))
                .forEach(row -> idByAlias.put((String) row[1], (String) row[0]));
    }

    private static void add(Set<String> aliases, String alias) {
        if (alias != null && !alias.isBlank()) {
            aliases.add(alias);
        }
    }

    /** The id of a flow; {@code null} if the alias is blank or missing, or after a reject. */
    String id(Item<?> item, String alias, String pointer) {
        if (alias == null || alias.isBlank()) {
            return null;
        }
        String id = idByAlias.get(alias);
        if (id == null) {
            item.reject(RejectCode.UNKNOWN_FLOW, pointer, "The realm has no authentication flow with this alias");
        }
        return id;
    }

    /** Aliases by id. */
    static Map<String, String> aliases(Queries rows, Collection<String> ids) {
        Map<String, String> aliases = new HashMap<>();
        rows.select(
                        "select f.id, f.alias from AuthenticationFlowEntity f where f.id in (:values)",
                        new HashSet<>(ids),
                        Map.of())
                .forEach(row -> aliases.put((String) row[0], (String) row[1]));
        return aliases;
    }
}
