// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static io.keylift.bulkimport.kinds.policies.AuthorizationRecord.orNone;

import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the resources, scopes and policies that the records of a chunk name by ids or names. An id takes precedence, as
 * in Keycloak. Another record of the chunk may create a policy. A record that names an unknown policy is deferred until
 * a line creates it.
 *
 * @param <R> class of a record
 */
final class PolicyLinks<R extends AuthorizationRecord> {

    static final String POLICY = "policy";

    private static final String POLICIES = "/policies";

    private final Queries rows;
    private final boolean merge;
    private final List<PolicyWork<R>> works;

    /** Records that create policies, by name and resource server. */
    private final Map<List<String>, PolicyWork<R>> makers = new HashMap<>();

    /** Records that name a new policy, by the record that creates it. */
    private final Map<PolicyWork<R>, List<Naming<R>>> namings = new HashMap<>();

    private record Naming<R extends AuthorizationRecord>(PolicyWork<R> work, String name) {}

    /** Objects of one type: their ids by id or name, and resource server. */
    private final class Index {

        private final Map<List<String>, String> byId = new HashMap<>();
        private final Map<List<String>, String> byName = new HashMap<>();

        /** @param ids query for ids and resource servers by ids */
        Index(Function<R, Set<String>> names, String ids, Function<Collection<List<String>>, List<Object[]>> named) {
            Set<String> all = new HashSet<>();
            Set<List<String>> keys = new LinkedHashSet<>();
            for (PolicyWork<R> work : works) {
                for (String name : orNone(names.apply(work.record))) {
                    all.add(name);
                    keys.add(List.of(name, work.server));
                }
            }
            rows.select(ids, all, Map.of())
                    .forEach(row -> byId.put(List.of((String) row[0], (String) row[1]), (String) row[0]));
            named.apply(keys)
                    .forEach(row ->
                            byName.put(List.of((String) row[1], (String) row[row.length - 1]), (String) row[0]));
        }

        String id(PolicyWork<R> work, String name) {
            List<String> key = List.of(name, work.server);
            return byId.getOrDefault(key, byName.get(key));
        }
    }

    /** @param merge whether stored references are kept */
    PolicyLinks(Queries rows, boolean merge, List<PolicyWork<R>> works) {
        this.rows = rows;
        this.merge = merge;
        this.works = works;
    }

    void resolve() {
        works.stream().filter(PolicyWork::isNew).forEach(work -> makers.put(work.record.key(work.server), work));
        Index resources = new Index(
                AuthorizationRecord::getResources,
                "select r.id, r.resourceServer from ResourceEntity r where r.id in (:values)",
                keys -> rows.selectTuples(
                        AuthorizationKeys.RESOURCE,
                        keys.stream()
                                .map(key -> List.of(key.get(0), key.get(1), key.get(1)))
                                .toList(),
                        Map.of()));
        Index scopes = new Index(
                AuthorizationRecord::getScopes,
                "select s.id, s.resourceServer.id from ScopeEntity s where s.id in (:values)",
                keys -> rows.selectTuples(AuthorizationKeys.SCOPE, keys, Map.of()));
        Index policies = new Index(
                AuthorizationRecord::getPolicies,
                "select p.id, p.resourceServer.id from PolicyEntity p where p.id in (:values)",
                keys -> rows.selectTuples(AuthorizationKeys.POLICY, keys, Map.of()));
        for (PolicyWork<R> work : works) {
            R record = work.record;
            work.resources = found(work, record.getResources(), work.stored().get(PolicyTable.RESOURCES), name -> {
                String id = resources.id(work, name);
                return id != null
                        ? id
                        : unknown(
                                work,
                                RejectCode.UNKNOWN_RESOURCE,
                                "/resources",
                                "The client itself has no resource with this name: " + name);
            });
            work.scopes = found(work, record.getScopes(), work.stored().get(PolicyTable.SCOPES), name -> {
                String id = scopes.id(work, name);
                return id != null
                        ? id
                        : unknown(
                                work,
                                RejectCode.UNKNOWN_SCOPE,
                                "/scopes",
                                "The client has no scope with this name: " + name);
            });
            work.policies = found(work, record.getPolicies(), work.stored().get(PolicyTable.POLICIES), name -> {
                String id = policies.id(work, name);
                return id != null ? id : made(work, name);
            });
        }
    }

    private String unknown(PolicyWork<R> work, String code, String pointer, String message) {
        work.item.reject(code, pointer, message);
        return null;
    }

    /** The ids in a list after the write; a list that the record omits stays. */
    private Set<String> found(
            PolicyWork<R> work, Set<String> names, Set<String> stored, Function<String, String> find) {
        Set<String> ids = new HashSet<>();
        if (names == null || merge) {
            ids.addAll(stored);
        }
        for (String name : orNone(names)) {
            String id = work.item.isRejected() ? null : find.apply(name);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }

    private String made(PolicyWork<R> work, String name) {
        PolicyWork<R> maker = makers.get(List.of(name, work.server));
        Naming<R> naming = new Naming<>(work, name);
        if (maker == null) {
            putOff(naming);
            return null;
        }
        namings.computeIfAbsent(maker, any -> new ArrayList<>()).add(naming);
        return maker.id;
    }

    /** Defers the records that name a policy whose record is rejected or deferred, and so on. */
    void deferUnresolvedReferences() {
        Deque<PolicyWork<R>> unmade = new ArrayDeque<>();
        namings.keySet().stream().filter(maker -> !maker.isOpen()).forEach(unmade::add);
        while (!unmade.isEmpty()) {
            for (Naming<R> naming : namings.getOrDefault(unmade.remove(), List.of())) {
                if (naming.work().isOpen()) {
                    unmade.add(naming.work());
                }
                putOff(naming);
            }
        }
    }

    private void putOff(Naming<R> naming) {
        PolicyWork<R> work = naming.work();
        work.item.await(
                new UniqueKey(POLICY, value(work.record.getClient(), naming.name()), POLICIES),
                RejectCode.UNKNOWN_POLICY,
                "The client has no policy with this name: " + naming.name());
    }

    /** Value of the unique key of a policy or permission. */
    static String value(String client, String name) {
        return String.join("\n", client, name);
    }
}
