// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import static java.util.Collections.emptyIterator;
import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Outcome;
import jakarta.persistence.EntityManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hibernate.Session;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionImplementor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.KeycloakSession;

/** Decisions of the template for every kind, by a kind whose realm has the entities {@code same} and {@code other}. */
class KeyedWriterTest {

    private final List<String> calls = new ArrayList<>();

    /** Entities that another transaction removes after {@code find}. */
    private final Set<String> removed = new HashSet<>();

    private List<String> names = List.of("new", "same", "other");

    /** Whether the kind reads entities again once they are locked. */
    private boolean readsAgain;

    /** Whether the kind locks entities itself when it reads them again. */
    private boolean locksAsItReads;

    /** Whether another transaction changes the entities before they are locked. */
    private boolean changedMeanwhile;

    private final RowLocker locker = (context, rows) -> calls.add(
            "lock " + String.join(",", rows.stream().map(RowReference::id).toList()));

    @ParameterizedTest
    @CsvSource(textBlock = """
        FAIL,      ADDED,   REJECTED, REJECTED
        SKIP,      ADDED,   SKIPPED,  SKIPPED
        OVERWRITE, ADDED,   SKIPPED,  UPDATED
        MERGE,     ADDED,   SKIPPED,  UPDATED
        """)
    void ifExistsDecidesWhatBecomesOfARecord(IfExists ifExists, Outcome fresh, Outcome same, Outcome other) {
        assertThat(outcomes(ifExists, false, EventMode.NONE)).containsExactly(fresh, same, other);
    }

    @Test
    void nothingIsAskedOfARecordThatIsSkipped() {
        outcomes(IfExists.SKIP, false, EventMode.NONE);

        assertThat(calls).contains("authorize new", "decide new");
    }

    @Test
    void permissionComesBeforeExistence() {
        outcomes(IfExists.FAIL, false, EventMode.NONE);

        assertThat(calls.subList(0, 3)).containsExactly("authorize new,same,other", "exists same", "exists other");
    }

    @Test
    void onlyWhatChangesIsWritten() {
        outcomes(IfExists.OVERWRITE, false, EventMode.NONE);

        assertThat(calls).endsWith("write new,other", "invalidate new,other");
    }

    @Test
    void law12_eventsSurroundTheWriteAndOnlyIfTheyAreWanted() {
        outcomes(IfExists.MERGE, false, EventMode.RECORD);

        assertThat(calls).endsWith("before new,other", "write new,other", "invalidate new,other", "fire new,other");
    }

    @Test
    void law12_aDryRunWritesNothingAndTellsNobody() {
        assertThat(outcomes(IfExists.OVERWRITE, true, EventMode.RECORD))
                .containsExactly(Outcome.ADDED, Outcome.SKIPPED, Outcome.UPDATED);
        assertThat(calls).last().isEqualTo("decide new,same,other");
    }

    @Test
    void law13_whatChangesIsLockedBeforeItIsComparedAgain() {
        outcomes(IfExists.OVERWRITE, false, EventMode.NONE);

        String compared = "decide new,same,other";
        assertThat(calls).containsSubsequence(compared, "lock other", compared, "write new,other");
    }

    @Test
    void whatIsAsItWasOnceItIsLockedIsComparedOnce() {
        readsAgain = true;

        outcomes(IfExists.OVERWRITE, false, EventMode.NONE);

        assertThat(calls)
                .containsSubsequence("decide new,same,other", "lock other", "read new,other", "write new,other")
                .containsOnlyOnce("decide new,same,other", "lock other");
    }

    @Test
    void law13_whatAnotherTransactionHasChangedBeforeTheLockIsComparedAgain() {
        readsAgain = true;
        changedMeanwhile = true;

        outcomes(IfExists.OVERWRITE, false, EventMode.NONE);

        String compared = "decide new,same,other";
        assertThat(calls)
                .containsSubsequence(
                        compared, "lock other", "read new,other", "lock other", compared, "write new,other");
    }

    @Test
    void aKindThatLocksAsItReadsIsAskedForOneStep() {
        readsAgain = true;
        locksAsItReads = true;

        outcomes(IfExists.OVERWRITE, false, EventMode.NONE);

        assertThat(calls)
                .containsSubsequence("decide new,same,other", "read new,other", "write new,other")
                .doesNotContain("lock other");
    }

    @Test
    void law13_theNextAttemptOfSuchAKindLocksBeforeItReads() {
        readsAgain = true;
        locksAsItReads = true;
        changedMeanwhile = true;

        outcomes(IfExists.OVERWRITE, false, EventMode.NONE);

        String compared = "decide new,same,other";
        assertThat(calls)
                .containsSubsequence(compared, "read new,other", "lock other", compared, "write new,other")
                .containsOnlyOnce("lock other");
    }

    @Test
    void nothingIsLockedIfNoEntityChanges() {
        outcomes(IfExists.SKIP, false, EventMode.NONE);
        outcomes(IfExists.FAIL, false, EventMode.NONE);
        outcomes(IfExists.OVERWRITE, true, EventMode.NONE);

        assertThat(calls).contains("write new").noneMatch(call -> call.startsWith("lock"));
    }

    @Test
    void law13_anEntityThatIsRemovedMeanwhileIsAdded() {
        removed.add("same");
        names = List.of("new", "same");

        assertThat(outcomes(IfExists.OVERWRITE, false, EventMode.NONE)).containsExactly(Outcome.ADDED, Outcome.ADDED);
    }

    /** Of the attempt that writes; each begins with new items, as in the engine. */
    private List<Outcome> outcomes(IfExists ifExists, boolean dryRun, EventMode events) {
        Map<Object, Object> chunk = new HashMap<>();
        for (int attempt = 1; attempt <= 3; attempt++) {
            List<Item<String>> items =
                    names.stream().map(name -> new Item<>(1, name, name)).toList();
            Writer writer = new Writer(context(chunk, ifExists, dryRun, events), attempt);
            try {
                writer.resolve(items);
            } catch (OutsideWork again) {
                assertThat(again.tasks()).isEmpty();
                continue;
            }
            writer.write(items);
            return items.stream().map(Item::outcome).toList();
        }
        throw new AssertionError("The attempts do not end");
    }

    private static ImportContext context(
            Map<Object, Object> chunk, IfExists ifExists, boolean dryRun, EventMode events) {
        JobSpec spec = new JobSpec(
                "job",
                "realm",
                "kind",
                Operation.IMPORT,
                10,
                JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, ifExists).with(JobOption.DRY_RUN, dryRun));
        PersistenceContext nothing = proxy(PersistenceContext.class, (self, method, arguments) -> emptyIterator());
        Session session = proxy(
                SessionImplementor.class,
                (self, method, arguments) -> method.getName().equals("getPersistenceContext") ? nothing : null);
        EntityManager em = proxy(
                EntityManager.class,
                (self, method, arguments) -> method.getName().equals("unwrap") ? session : null);
        Map<Object, Object> attributes = new HashMap<>();
        KeycloakSession keycloak = proxy(
                KeycloakSession.class,
                (self, method, arguments) -> method.getName().equals("getAttribute")
                        ? attributes.get(arguments[0])
                        : attributes.put(arguments[0], arguments[1]));
        return proxy(ImportContext.class, (self, method, arguments) -> switch (method.getName()) {
            case "spec" -> spec;
            case "events" -> events;
            case "session" -> keycloak;
            case "ofChunk" -> chunk.computeIfAbsent(arguments[0], type -> ((Supplier<?>) arguments[1]).get());
            case "isRealmReadAfterwards" -> events == EventMode.RECORD;
            default -> em;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static final class Named extends KeyedWork<String> {

        private boolean written;

        Named(Item<String> item) {
            super(item);
        }

        @Override
        public boolean isChange() {
            return record.equals("other") && !written;
        }
    }

    private final class Writer extends KeyedWriter<String, Named> {

        private final int attempt;

        Writer(ImportContext context, int attempt) {
            super(context);
            this.attempt = attempt;
        }

        private void note(String call, List<Named> works) {
            calls.add(call + " "
                    + String.join(",", works.stream().map(work -> work.record).toList()));
        }

        @Override
        protected Named work(Item<String> item) {
            return new Named(item);
        }

        @Override
        protected void find(List<Named> works) {
            works.stream()
                    .filter(work -> !work.record.equals("new"))
                    .filter(work -> attempt == 1 || !removed.contains(work.record))
                    .forEach(work -> work.existingId = work.record);
        }

        @Override
        protected RowReference row(Named work) {
            return new RowReference("NAMED", work.existingId);
        }

        @Override
        protected RowLocker locker() {
            return locker;
        }

        @Override
        protected boolean readsAgain() {
            return readsAgain;
        }

        @Override
        protected boolean locksAsItReads() {
            return locksAsItReads;
        }

        @Override
        protected boolean isAsRead(List<Named> changed) {
            note("read", changed);
            return !changedMeanwhile;
        }

        @Override
        protected void authorize(List<Named> works) {
            note("authorize", works);
        }

        @Override
        protected void rejectExisting(Named work) {
            note("exists", List.of(work));
            work.item.reject(RejectCode.EXISTS, "", "The realm already has this");
        }

        @Override
        protected void decide(List<Named> works) {
            note("decide", works);
            stored(
                    works,
                    ids -> ids.stream()
                            .filter(id -> !removed.contains(id))
                            .collect(Collectors.toMap(id -> id, id -> id)));
        }

        @Override
        protected void fireBefore(List<Named> changed) {
            note("before", changed);
        }

        @Override
        protected void writeRows(List<Named> changed) {
            note("write", changed);
            changed.forEach(work -> work.written = true);
        }

        @Override
        protected void invalidate(List<Named> changed) {
            note("invalidate", changed);
        }

        @Override
        protected void fire(List<Named> changed) {
            note("fire", changed);
        }
    }
}
