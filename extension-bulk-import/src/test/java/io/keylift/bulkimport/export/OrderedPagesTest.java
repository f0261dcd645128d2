// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.export.PageQuery.Found;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordSource;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

class OrderedPagesTest {

    private static final int PAGE_SIZE = 1_000;

    /** The text of an export: the number of records before a position, and the position. */
    private record Told(long records, String after) {}

    @Test
    void law8_positionsAreToldAfterAsManyObjectsAsTheCallerMayView() {
        List<String> visible =
                IntStream.range(0, 2_500).mapToObj("%04d"::formatted).toList();

        for (int between : List.of(0, 1, 7)) {
            assertThat(told(objects(visible, between), Long.MAX_VALUE))
                    .containsExactly(new Told(1_000, "0999"), new Told(2_000, "1999"), new Told(2_500, null));
            assertThat(told(objects(visible, between), 1_500))
                    .containsExactly(new Told(1_000, "0999"), new Told(1_500, "1499"));
            assertThat(told(objects(visible, between), 1)).containsExactly(new Told(1, "0000"));
        }
    }

    @Test
    void law8_whatIsHiddenCountsOfTheObjectsOfThePageAlone() {
        List<String> visible =
                IntStream.range(0, 300).mapToObj("%04d"::formatted).toList();

        for (int between : List.of(0, 1, 60)) {
            List<String> hidden = new ArrayList<>();
            Found found = new OrderedPages(request(objects(visible, between), 3), PAGE_SIZE)
                    .first()
                    .find(context(hidden));
            assertThat(found.ids()).containsExactly("0000", "0001", "0002");
            assertThat(hidden).containsExactly("0000", "0001", "0002");
        }
    }

    @Test
    void aTransactionEndsWhenItHasSeenEnough() {
        List<String> objects = new ArrayList<>(objects(List.of("0000"), 25_000));
        objects.add("0001");

        OrderedPages pages = new OrderedPages(request(objects, Long.MAX_VALUE), PAGE_SIZE);
        Found first = pages.first().find(context(new ArrayList<>()));

        assertThat(first.ids()).isEmpty();
        assertThat(first.isFull()).isFalse();
        assertThat(first.last()).isNull();
        assertThat(first.next()).isNotNull();
        assertThat(told(objects, Long.MAX_VALUE)).containsExactly(new Told(2, null));
    }

    /** These objects, each behind as many that the caller may not view. */
    private static List<String> objects(List<String> visible, int between) {
        return visible.stream()
                .<String>mapMulti((name, objects) -> {
                    IntStream.range(0, between)
                            .forEach(i -> objects.accept("%s-hidden-%05d".formatted(before(name), i)));
                    objects.accept(name);
                })
                .toList();
    }

    private static String before(String name) {
        return name.equals("0000") ? "" : "%04d".formatted(Integer.parseInt(name) - 1);
    }

    private static List<Told> told(List<String> objects, long max) {
        OrderedPages pages = new OrderedPages(request(objects, max), PAGE_SIZE);
        List<Told> told = new ArrayList<>();
        long records = 0;
        Found found = null;
        for (PageQuery query = pages.first(); query != null; query = pages.next(found)) {
            found = query.find(context(new ArrayList<>()));
            records += found.ids().size();
            if (found.isFull()) {
                told.add(new Told(records, found.last()));
            }
        }
        if (!found.isFull()) {
            told.add(new Told(records, null));
        }
        return told;
    }

    private static ExportRequest request(List<String> objects, long max) {
        ImportKind<?, ?> kind = stub(ImportKind.class, method -> new Source(objects));
        return new ExportRequest("realm", kind, new RecordSource.Selection(Map.of(), Set.of(), false), null, null, max);
    }

    private static ExportContext context(List<String> hidden) {
        return (ExportContext) Proxy.newProxyInstance(
                ExportContext.class.getClassLoader(), new Class<?>[] {ExportContext.class}, (proxy, method, values) -> {
                    if (method.getName().equals("hidden")) {
                        hidden.add((String) values[0]);
                    }
                    return method.getReturnType() == boolean.class ? false : null;
                });
    }

    private static <T> T stub(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, values) -> answers.apply(method.getName())));
    }

    /** Objects of which the caller may not view those with {@code hidden} in their name. */
    private record Source(List<String> objects) implements RecordSource<String> {

        @Override
        public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {}

        @Override
        public boolean showsAll(ReadContext context) {
            return false;
        }

        @Override
        public List<Position> positions(ExportContext context, Selection selection, String after, int limit) {
            int begin = after == null ? 0 : objects.indexOf(after) + 1;
            return objects.subList(begin, Math.min(objects.size(), begin + limit)).stream()
                    .map(name -> new Position(name, name))
                    .toList();
        }

        @Override
        public List<String> find(ExportContext context, List<String> keys) {
            return keys;
        }

        @Override
        public long count(ExportContext context, Selection selection, String after, String last) {
            throw new AssertionError("A count would tell of objects that the caller may not view");
        }

        @Override
        public Set<String> select(ExportContext context, Selection selection, Collection<String> ids) {
            return Set.copyOf(ids);
        }

        @Override
        public Map<String, String> load(ExportContext context, Selection selection, Collection<String> ids) {
            List<String> visible =
                    ids.stream().filter(id -> !id.contains("hidden")).toList();
            visible.forEach(id -> context.hidden(id, "field"));
            return visible.stream().collect(Collectors.toMap(Function.identity(), Function.identity()));
        }
    }
}
