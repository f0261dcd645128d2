// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.RealmRepresentation;
import org.keycloak.util.JsonSerialization;

/** The table of the guide says what becomes of each field of Keycloak's documents. {@code -Dtables.write} writes it. */
class DocumentFieldTest {

    private static final Path GUIDE = Path.of("..", "docs", "migration", "from-another-keycloak.md");
    private static final String BEGIN = "<!-- fields of a document -->\n";
    private static final String END = "<!-- end of fields -->";

    @Test
    void theGuideHoldsTheFields() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf(BEGIN) + BEGIN.length();
        String wanted = guide.substring(0, from) + "\n" + table() + "\n" + guide.substring(guide.indexOf(END, from));
        if (System.getProperty("tables.write") != null) {
            Files.writeString(GUIDE, wanted);
            guide = wanted;
        }

        assertThat(guide).as("%s; -Dtables.write writes its table anew", GUIDE).isEqualTo(wanted);
    }

    private static String table() {
        SerializationConfig config = JsonSerialization.mapper.getSerializationConfig();
        TreeSet<String> fields =
                config.introspect(config.constructType(RealmRepresentation.class)).findProperties().stream()
                        .map(BeanPropertyDefinition::getName)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(fields).containsAll(Section.BY_FIELD.keySet());
        TreeSet<String> settings = new TreeSet<>(fields);
        settings.removeIf(field -> !DocumentField.isSetting(field));
        fields.removeAll(settings);
        return fields.stream()
                        .map(field -> "| `" + field + "` | " + DocumentField.described(field) + " |\n")
                        .collect(Collectors.joining("", "| field | becomes |\n|---|---|\n", ""))
                + "| " + settings.size() + " settings, such as `displayName` | "
                + DocumentField.described("displayName")
                + " |\n";
    }
}
