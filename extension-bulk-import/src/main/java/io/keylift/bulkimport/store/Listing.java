// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.ListedJobs.Kinds;
import io.keylift.bulkimport.job.Operation;
import jakarta.persistence.Query;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Condition on jobs {@code j}: the caller may list them. */
final class Listing {

    private final Map<String, Object> parameters = new LinkedHashMap<>();
    private final String hql;

    Listing(ListedJobs listed) {
        Map<Kinds, Set<Operation>> operations = new LinkedHashMap<>();
        new TreeMap<>(listed.byOperation())
                .forEach((operation, kinds) -> operations
                        .computeIfAbsent(kinds, any -> new TreeSet<>())
                        .add(operation));
        hql = operations.entrySet().stream()
                .map(entry -> condition(entry.getValue(), entry.getKey()))
                .collect(Collectors.joining(" or ", "(", ")"));
        parameters.put("lister", listed.userId());
    }

    private String condition(Set<Operation> operations, Kinds kinds) {
        String condition = "j.spec.operation in (" + parameter(operations) + ") and "
                + "(j.spec.kind in (" + parameter(kinds.all())
                + ") or j.createdBy = :lister and j.spec.kind in (" + parameter(kinds.own()) + "))";
        if (kinds.forbidden().isEmpty()) {
            return condition;
        }
        return condition + " and (j.spec.kind <> " + parameter(JobSpec.REALM)
                + " or not exists (select c.chunk from KeyliftChunkEntity c where c.jobUid = j.uid and c.kind in ("
                + parameter(kinds.forbidden()) + ") and c.added + c.updated + c.removed + c.skipped > 0))";
    }

    private String parameter(Object value) {
        String name = "listed" + parameters.size();
        parameters.put(name, value);
        return ":" + name;
    }

    String hql() {
        return hql;
    }

    <Q extends Query> Q bind(Q query) {
        parameters.forEach(query::setParameter);
        return query;
    }
}
