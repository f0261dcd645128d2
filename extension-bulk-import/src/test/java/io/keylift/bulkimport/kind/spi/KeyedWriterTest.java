// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import static java.util.Collections.emptyIterator;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Outcome;
import jakarta.persistence.EntityManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** Whether the entities have a row to lock. */
    private boolean locks;

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
        locks = true;

        assertThatThrownBy(() -> outcomes(IfExists.OVERWRITE, false, EventMode.NONE))
                .isInstanceOf(OutsideWork.class);
        assertThat(calls).last().isEqualTo("decide new,same,other");
    }

    @Test
    void nothingIsLockedIfNoEntityChanges() {
        locks = true;

        outcomes(IfExists.SKIP, false, EventMode.NONE);
        outcomes(IfExists.FAIL, false, EventMode.NONE);
        outcomes(IfExists.OVERWRITE, true, EventMode.NONE);
    }

    @Test
    void law13_anEntityThatIsRemovedMeanwhileIsLookedUpAgain() {
        removed.add("same");

        assertThatThrownBy(() -> outcomes(IfExists.OVERWRITE, false, EventMode.NONE))
                .isInstanceOf(OutsideWork.class);
        outcomes(IfExists.FAIL, false, EventMode.NONE);
    }

    private List<Outcome> outcomes(IfExists ifExists, boolean dryRun, EventMode events) {
        List<Item<String>> items = Stream.of("new", "same", "other")
                .map(name -> new Item<>(1, name, name))
                .toList();
        Writer writer = new Writer(context(ifExists, dryRun, events));
        writer.resolve(items);
        writer.write(items);
        return items.stream().map(Item::outcome).toList();
    }

    private static ImportContext context(IfExists ifExists, boolean dryRun, EventMode events) {
        JobSpec spec =
                new JobSpec("job", "realm", "kind", Operation.IMPORT, ifExists, IdMode.STRICT, dryRun, 10, false);
        PersistenceContext nothing = proxy(PersistenceContext.class, (self, method, arguments) -> emptyIterator());
        Session session = proxy(
                SessionImplementor.class,
                (self, method, arguments) -> method.getName().equals("getPersistenceContext") ? nothing : null);
        EntityManager em = proxy(
                EntityManager.class,
                (self, method, arguments) -> method.getName().equals("unwrap") ? session : null);
        return proxy(ImportContext.class, (self, method, arguments) -> switch (method.getName()) {
            case "spec" -> spec;
            case "events" -> events;
            case "session" -> proxy(KeycloakSession.class, (own, call, values) -> null);
            case "ofChunk" -> ((Supplier<?>) arguments[1]).get();
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

        Writer(ImportContext context) {
            super(context);
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
            works.stream().filter(work -> !work.record.equals("new")).forEach(work -> work.existingId = work.record);
        }

        @Override
        protected RowReference row(Named work) {
            return locks ? new RowReference("NAMED", work.existingId) : null;
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
