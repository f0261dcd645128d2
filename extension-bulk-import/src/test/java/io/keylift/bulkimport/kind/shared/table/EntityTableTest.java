// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consequences of the declaration of a table: rules, length checks, new rows, differences and exports. */
class EntityTableTest {

    private static final class Given {
        private String id;
        private String name = "key";
        private String title;
        private String icon;
        private Boolean enabled;
        private Set<String> tags;
        private Set<String> links;
        private Map<String, List<String>> attributes;
        private Map<String, List<String>> settings;
    }

    private static final class Row {
        private String id;
        private String name = "key";
        private String title = "old";
        private String icon = "old";
        private boolean enabled;
    }

    private static final class RowWork extends EntityWork<Row, Given> {
        RowWork(Given record) {
            super(new Item<>(1, record, null));
        }
    }

    private static final CollectionTable<Row, RowWork> TAGS =
            CollectionTable.texts("tags", FieldRule.list().resets(), Row.class, "tags", work -> work.record.tags);

    private static final CollectionTable<Row, RowWork> LINKS =
            CollectionTable.references("links", FieldRule.list(), Row.class, "links", work -> work.record.links);

    private static final AttributeTable<Row, Row, RowWork> ATTRIBUTES = new AttributeTable<>(
            "attributes",
            FieldRule.attributes(),
            Row.class,
            "owner",
            "OWNER",
            "id",
            (owner, name, value) -> owner,
            work -> work.record.attributes);

    private static final AttributeTable<Row, Row, RowWork> SETTINGS = new AttributeTable<>(
            "settings",
            FieldRule.settings(FieldDefault.NONE),
            Row.class,
            "owner",
            "OWNER",
            "id",
            (owner, name, value) -> owner,
            work -> work.record.settings);

    private static final EntityTable<Row, Given, RowWork> TABLE = EntityTable.<Row, Given, RowWork>of(
                    "ROW", Row.class, Row::new, Given::new)
            .rule("client", FieldRule.key())
            .column(
                    "name",
                    FieldRule.key(),
                    new Property<>((Given given) -> given.name, (given, name) -> given.name = name),
                    new Property<>((Row row) -> row.name, (row, name) -> row.name = name))
            .id(
                    "id",
                    new Property<>((Given given) -> given.id, (given, id) -> given.id = id),
                    new Property<>((Row row) -> row.id, (row, id) -> row.id = id))
            .column(
                    "title",
                    FieldRule.value().resets().storesNoBlanks(),
                    new Property<>((Given given) -> given.title, (given, title) -> given.title = title),
                    new Property<>((Row row) -> row.title, (row, title) -> row.title = title))
            .column(
                    "icon",
                    FieldRule.value(),
                    5,
                    new Property<>((Given given) -> given.icon, (given, icon) -> given.icon = icon),
                    new Property<>((Row row) -> row.icon, (row, icon) -> row.icon = icon))
            .column(
                    "enabled",
                    FieldRule.value(FieldDefault.of(true)).resets(),
                    new Property<>((Given given) -> given.enabled, (given, enabled) -> given.enabled = enabled),
                    new Property<>((Row row) -> row.enabled, (row, enabled) -> row.enabled = enabled))
            .child(TAGS)
            .child(LINKS)
            .child(ATTRIBUTES)
            .child(SETTINGS);

    private final Given given = new Given();
    private final Row row = new Row();

    private EntityPlan<Row> plan(boolean merge, Map<ChildTable<Row, ?, ?>, Object> children) {
        return TABLE.plan(new StoredEntity<>(row, children), new RowWork(given), merge);
    }

    @Test
    void theRulesComeInTheOrderOfTheDeclaration() {
        assertThat(TABLE.rules().keySet())
                .containsExactly(
                        "client", "name", "id", "title", "icon", "enabled", "tags", "links", "attributes", "settings");
        assertThat(TABLE.rules().get("title").isReset()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            i-1, key, title,      12345,  -,         -
            i 1, key, title,      12345,  invalid,   /id
            -,   key, title,      123456, too_long,  /icon
            -,   key, a\u0000b,   -,      invalid,   /title
            """)
    void textsThatDoNotFitTheirColumnsAreRejected(
            String id, String name, String title, String icon, String code, String pointer) {
        given.id = id;
        given.name = name;
        given.title = title;
        given.icon = icon;
        Item<Given> item = new Item<>(1, given, null);

        TABLE.check(item);

        assertThat(item.isRejected()).isEqualTo(code != null);
        if (code != null) {
            assertThat(item.reject().code()).isEqualTo(code);
            assertThat(item.reject().pointer()).isEqualTo(pointer);
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            new, false, new, false
            new, -,     new, true
            -,   -,     -,   true
            ' ', true,  -,   true
            """)
    void aNewRowHasTheDefaultOfWhatIsLeftOut(String title, Boolean enabled, String newTitle, boolean newEnabled) {
        given.title = title;
        given.enabled = enabled;
        RowWork work = new RowWork(given);
        work.id = "new id";

        Row inserted = TABLE.insert(work);

        assertThat(inserted.id).isEqualTo("new id");
        assertThat(inserted.name).isEqualTo("key");
        assertThat(inserted.title).isEqualTo(newTitle);
        assertThat(inserted.icon).isNull();
        assertThat(inserted.enabled).isEqualTo(newEnabled);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            false, new, new, true,  true,  new, new, true
            false, -,   -,   -,     true,  -,   old, true
            false, old, old, false, false, old, old, false
            false, ' ', -,   false, true,  -,   old, false
            true,  new, -,   -,     true,  new, old, false
            true,  -,   new, true,  true,  old, new, true
            true,  ' ', -,   -,     true,  -,   old, false
            true,  -,   -,   -,     false, old, old, false
            """)
    void overwritingResetsWhatTheRuleResetsAndMergingNothing(
            boolean merge,
            String title,
            String icon,
            Boolean enabled,
            boolean changes,
            String newTitle,
            String newIcon,
            boolean newEnabled) {
        given.title = title;
        given.icon = icon;
        given.enabled = enabled;

        EntityPlan<Row> plan = plan(merge, Map.of());

        assertThat(plan.isChange()).isEqualTo(changes);
        assertThat(row.title).as("the plan changes nothing").isEqualTo("old");
        plan.apply();
        assertThat(row.title).isEqualTo(newTitle);
        assertThat(row.icon).isEqualTo(newIcon);
        assertThat(row.enabled).isEqualTo(newEnabled);
        assertThat(plan.before("title")).isEqualTo("old".equals(newTitle) ? null : "old");
    }

    @Test
    void aKeyNeverChanges() {
        given.name = "KEY";

        EntityPlan<Row> plan = plan(true, Map.of());

        assertThat(plan.isChange()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            false, b-c, 'b,c'
            false, '',  ''
            false, -,   ''
            true,  b-c, 'a,b,c'
            true,  -,   'a,b'
            """)
    void aListIsReplacedOrAddedTo(boolean merge, String tags, String wanted) {
        given.tags = split(tags, "-");

        EntityPlan<Row> plan = plan(merge, Map.of(TAGS, Set.of("a", "b")));

        assertThat(plan.after(TAGS)).isEqualTo(split(wanted, ","));
        assertThat(plan.changes(TAGS)).isEqualTo(!"a,b".equals(wanted));
    }

    @Test
    void aListThatDoesNotResetStays() {
        EntityPlan<Row> plan = plan(false, Map.of(LINKS, Set.of("a")));

        assertThat(plan.after(LINKS)).containsExactly("a");
        assertThat(plan.changes(LINKS)).isFalse();
    }

    private static Set<String> split(String texts, String separator) {
        if (texts == null) {
            return null;
        }
        return texts.isEmpty() ? Set.of() : Set.of(texts.split(separator));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            false, attributes, '{a=[2], c=[4]}'
            true,  attributes, '{a=[2], b=[3], c=[4]}'
            false, settings,   '{a=[2], b=[3], c=[4]}'
            true,  settings,   '{a=[2], b=[3], c=[4]}'
            """)
    void attributesAreReplacedAsAWholeAndSettingsByName(boolean merge, String field, String wanted) {
        Map<String, List<String>> sent = Map.of("a", List.of("2"), "c", List.of("4"), "gone", List.of());
        AttributeTable<Row, Row, RowWork> table = field.equals("settings") ? SETTINGS : ATTRIBUTES;
        given.settings = table == SETTINGS ? sent : null;
        given.attributes = table == ATTRIBUTES ? sent : null;

        EntityPlan<Row> plan =
                plan(merge, Map.of(table, Map.of("a", List.of("1"), "b", List.of("3"), "gone", Arrays.asList((String)
                        null))));

        assertThat(plan.after(table)).hasToString(wanted);
        assertThat(plan.changes(table)).isTrue();
    }

    @Test
    void attributesThatARecordLeavesOutAreNotRead() {
        assertThat(ATTRIBUTES.isRead(new RowWork(given))).isFalse();
        given.attributes = Map.of();
        assertThat(ATTRIBUTES.isRead(new RowWork(given))).isTrue();
    }

    @Test
    void theSameTextsOfAnAttributeInAnotherOrderAreNoChange() {
        given.attributes = Map.of("a", List.of("1", "2", "2"));

        assertThat(plan(true, Map.of(ATTRIBUTES, Map.of("a", List.of("2", "1", "2"))))
                        .isChange())
                .isFalse();
        assertThat(plan(true, Map.of(ATTRIBUTES, Map.of("a", List.of("1", "1", "2"))))
                        .isChange())
                .isTrue();
    }

    @Test
    void whatIsExportedChangesNothing() {
        row.id = "i-1";
        row.enabled = true;

        Given exported = TABLE.record(new StoredEntity<>(row, Map.of()));

        assertThat(exported.id).isEqualTo("i-1");
        assertThat(exported.name).isEqualTo("key");
        assertThat(exported.title).isEqualTo("old");
        assertThat(exported.icon).isEqualTo("old");
        assertThat(exported.enabled).isTrue();
        assertThat(TABLE.plan(new StoredEntity<>(row, Map.of()), new RowWork(exported), false)
                        .isChange())
                .isFalse();
    }
}
