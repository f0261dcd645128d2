// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectPolicy;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The parts that are dropped from one record. A fault that costs only a part makes the part pending: the attempt
 * ends, the record is read again without it, and checked and resolved like any other record.
 */
final class DroppedParts implements RejectPolicy {

    /** How often a record is read again, which takes time for each of its parts that are found one after the other. */
    private static final int MAX_ROUNDS = 100;

    private final DropRules rules;
    private final DroppedPointers cut = new DroppedPointers();

    /** By the pointer of the part. */
    private final Map<String, Warning> warnings = new LinkedHashMap<>(4);

    private final Map<String, Reject> pending = new LinkedHashMap<>(4);

    /** Parts that cannot be removed from the record. */
    private final Set<String> fixed = new HashSet<>(0);

    private int rounds;
    private boolean closed;

    DroppedParts(DropRules rules) {
        this.rules = rules;
    }

    /** Ends an attempt to write records: parts of them have to be left out first. */
    static final class FoundException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FoundException() {
            super(null, null, false, false);
        }
    }

    @Override
    public Reject decide(Reject reject) {
        Reject sent = reject.at(cut.sent(reject.pointer()));
        String part = rules.part(sent);
        if (part == null || closed || rounds == MAX_ROUNDS || fixed.contains(part)) {
            return rules.explained(sent);
        }
        pending.putIfAbsent(part, sent);
        return null;
    }

    @Override
    public String sent(String pointer) {
        return cut.sent(pointer);
    }

    @Override
    public List<Warning> leftOut() {
        return List.copyOf(warnings.values());
    }

    @Override
    public void forgetAttempt() {
        pending.clear();
        closed = false;
    }

    /** Removes from the record, as it was sent, all that is left out of it, the pending parts included. */
    void cutFrom(JsonNode record) {
        if (!pending.isEmpty()) {
            rounds++;
            pending.forEach((part, reject) -> {
                cut.add(part);
                warnings.put(
                        part,
                        new Warning(DropRules.warningCode(reject), DropRules.leftOut(reject), null, part, null, null));
            });
            pending.clear();
        }
        if (!cut.isEmpty()) {
            List<String> missing = cut.removeFrom(record);
            fixed.addAll(missing);
            warnings.keySet().removeAll(missing);
        }
    }

    /** Calls {@code action} with each warning and its place, which has {@code *} for the index of a list. */
    void forEach(BiConsumer<Warning, String> action) {
        warnings.forEach((part, warning) -> action.accept(warning, cut.place(part)));
    }

    /** The dropped parts of a record; {@code null} if the job drops nothing. */
    static DroppedParts of(Item<?> item) {
        return item.policy() instanceof DroppedParts own ? own : null;
    }

    /** Whether the record has parts that are still to be left out. */
    static boolean isPending(Item<?> item) {
        return item.policy() instanceof DroppedParts own && !item.isRejected() && !own.pending.isEmpty();
    }

    /** @throws FoundException if one of the records has parts that are still to be left out */
    static void requireNone(Collection<? extends Item<?>> items) {
        if (items.stream().anyMatch(DroppedParts::isPending)) {
            throw new FoundException();
        }
    }

    /** From here on, the attempt leaves out nothing more of the record. */
    static void close(Item<?> item) {
        if (of(item) != null) {
            of(item).closed = true;
        }
    }

    /** Rejects a record that has parts to leave out, for the rest of an attempt that is rolled back anyway. */
    static void rejectPending(Item<?> item) {
        if (isPending(item)) {
            DroppedParts own = of(item);
            close(item);
            Reject first = own.pending.values().iterator().next();
            item.reject(first.code(), first.pointer(), first.message());
        }
    }
}
