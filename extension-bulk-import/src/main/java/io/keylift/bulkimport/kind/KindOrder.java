// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.kind.spi.ImportKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The order in which objects of several kinds are imported: each kind after those that it refers to. */
public final class KindOrder {

    private static final Comparator<ImportKind<?, ?>> DECLARED_FIRST = Comparator.comparing(
                    (ImportKind<?, ?> kind) -> kind.refersTo() == null)
            .thenComparing(ImportKind::getId);

    private KindOrder() {}

    /** Sorts the kinds. The result depends on the kinds only. */
    public static List<ImportKind<?, ?>> of(Collection<? extends ImportKind<?, ?>> kinds) {
        Set<String> waiting = new TreeSet<>();
        kinds.forEach(kind -> waiting.add(kind.getId()));
        List<ImportKind<?, ?>> open = new ArrayList<>(kinds);
        open.sort(DECLARED_FIRST);
        List<ImportKind<?, ?>> ordered = new ArrayList<>(open.size());
        while (!open.isEmpty()) {
            // Of kinds that refer to each other, any may be the first.
            ImportKind<?, ?> next = open.stream()
                    .filter(kind -> isReady(kind, waiting))
                    .findFirst()
                    .orElse(open.get(0));
            open.remove(next);
            waiting.remove(next.getId());
            ordered.add(next);
        }
        return ordered;
    }

    private static boolean isReady(ImportKind<?, ?> kind, Set<String> waiting) {
        return kind.refersTo() == null
                || kind.refersTo().stream().noneMatch(id -> !id.equals(kind.getId()) && waiting.contains(id));
    }
}
