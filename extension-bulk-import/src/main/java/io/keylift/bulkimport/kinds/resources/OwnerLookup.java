// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.storages.Question;
import io.keylift.bulkimport.kind.shared.storages.StorageAnswers;
import io.keylift.bulkimport.kind.shared.storages.StorageUser;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.storage.StorageId;

/** Finds the owners of a chunk's resources: a client itself or a user, by id or by name. */
final class OwnerLookup {

    private final ReadContext context;

    /** Asks user storages; {@code null} if only the tables are asked. */
    private final ImportContext storages;

    private final Queries rows;
    private final boolean removal;
    private final Set<String> ids = new HashSet<>();
    private final Map<String, String> byName = new HashMap<>();

    /** @param removal whether the resources are removed: an owner that does not exist is no reject then */
    OwnerLookup(ImportContext context, Queries rows, boolean removal) {
        this(context, rows, context, removal);
    }

    private OwnerLookup(ReadContext context, Queries rows, ImportContext storages, boolean removal) {
        this.context = context;
        this.rows = rows;
        this.storages = storages;
        this.removal = removal;
    }

    /** Owners in the realm's tables; one that does not exist is no reject. */
    static OwnerLookup inTables(ReadContext context, Queries rows) {
        return new OwnerLookup(context, rows, null, true);
    }

    void resolve(List<ResourceWork> works) {
        Set<String> named = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (ResourceWork work : works) {
            if (work.record.ownerName() != null) {
                named.add(work.record.ownerName());
                names.add(lower(work.record.ownerName()));
            }
        }
        String realm = context.realm().getId();
        ids.addAll(rows.list(
                "select u.id from UserEntity u where " + RealmFilter.of("u") + " and u.id in (:values)",
                String.class,
                named,
                Map.of("realm", realm)));
        rows.select(KeycloakKeys.USERNAME, realm, names).forEach(row -> byName.put((String) row[1], (String) row[0]));
        askStorages(works.stream()
                .filter(work -> work.record.ownerName() != null && !isClient(work))
                .map(work -> work.record.ownerName())
                .collect(Collectors.toSet()));
        works.forEach(this::resolve);
    }

    /**
     * A storage that imports its users adds them to the realm's tables by this look-up; the next attempt finds them
     * there.
     */
    private void askStorages(Set<String> named) {
        if (storages == null || UserStorages.of(storages).isEmpty()) {
            return;
        }
        List<Question> questions = new ArrayList<>();
        for (String name : named) {
            if (!StorageId.isLocalStorage(name)) {
                questions.add(new Question(Question.By.ID, name));
            } else if (!ids.contains(name) && !byName.containsKey(lower(name))) {
                questions.add(new Question(Question.By.USERNAME, lower(name)));
            }
        }
        StorageAnswers answers = StorageAnswers.of(storages);
        boolean dryRun = storages.spec().dryRun();
        answers.need(questions, !dryRun);
        for (Question question : questions) {
            StorageUser user = answers.find(question);
            if (user == null || user.username() == null || !dryRun && !user.isWithoutRow()) {
                continue;
            }
            if (question.by() == Question.By.ID) {
                ids.add(question.value());
            } else {
                byName.put(question.value(), user.idInStorage());
            }
        }
    }

    /** An id takes precedence over a name, as in Keycloak. */
    private void resolve(ResourceWork work) {
        String name = work.record.ownerName();
        if (name == null || isClient(work)) {
            work.owner = work.server;
        } else {
            boolean nameOnly = work.record.getOwner().getId() == null;
            work.owner = !nameOnly && ids.contains(name) ? name : byName.get(lower(name));
            if (work.owner == null && !removal) {
                work.item.reject(
                        RejectCode.UNKNOWN_USER, "/owner", "The owner is neither the client nor a user of the realm");
            }
        }
    }

    private static boolean isClient(ResourceWork work) {
        ResourceRecord record = work.record;
        return record.ownerName().equals(work.server)
                || record.getOwner().getId() == null
                        && record.getClient().equals(record.getOwner().getName());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
