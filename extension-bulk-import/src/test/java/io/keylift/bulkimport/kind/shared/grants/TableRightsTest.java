// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.shared.grants.TableRights.Needed;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Every table of Keycloak's schema and ours is classified, and no other table is. */
class TableRightsTest {

    private static final String OURS = "KEYLIFT_CAPABILITY";

    private final TableRights rights = new TableRights();

    @Test
    void law8_everyTableOfTheSchemaHasItsRights() throws Exception {
        Set<String> tables = new TreeSet<>();
        read("META-INF/jpa-changelog-master.xml", tables);
        assertThat(tables)
                .contains("USER_ROLE_MAPPING", "COMPOSITE_ROLE", "CLIENT_SCOPE")
                .doesNotContain("USER_SESSION");
        Set<String> ours = new TreeSet<>();
        read("META-INF/keylift-capability-changelog.xml", ours);
        assertThat(ours).isNotEmpty().allMatch(name -> name.startsWith(OURS));
        tables.addAll(ours);

        assertThat(rights.names()).containsExactlyInAnyOrderElementsOf(tables);
    }

    @Test
    void law8_nobodyMayMakeRowsOfAnotherTable() {
        assertThat(rights.of("ANOTHER")).containsExactly(new Needed(Right.NONE, null));
    }

    /** Collects the tables of a changelog, and of included ones, in their order. */
    private static void read(String changelog, Set<String> tables) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        NodeList all;
        try (InputStream in = TableRightsTest.class.getClassLoader().getResourceAsStream(changelog)) {
            all = factory.newDocumentBuilder().parse(in).getElementsByTagName("*");
        }
        for (int i = 0; i < all.getLength(); i++) {
            Element change = (Element) all.item(i);
            switch (change.getTagName()) {
                case "include" -> read(change.getAttribute("file"), tables);
                case "createTable" -> tables.add(table(change, "tableName"));
                case "dropTable" -> tables.remove(table(change, "tableName"));
                case "renameTable" -> {
                    tables.remove(table(change, "oldTableName"));
                    tables.add(table(change, "newTableName"));
                }
                default -> {}
            }
        }
    }

    private static String table(Element change, String attribute) {
        return change.getAttribute(attribute).toUpperCase(Locale.ROOT);
    }
}
