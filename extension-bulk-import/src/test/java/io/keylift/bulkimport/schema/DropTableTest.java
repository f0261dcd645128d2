// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The references and restrictions that kinds declare, and their table in the documentation. */
class DropTableTest {

    private final List<ImportKind<?, ?>> kinds = ServiceLoader.load(ImportKind.class).stream()
            .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
            .filter(kind -> kind.getClass().getName().startsWith("io.keylift.bulkimport."))
            .sorted(Comparator.comparing(ImportKind::getId))
            .toList();

    @Test
    void theDocsHoldWhatTheKindsDeclare() throws IOException {
        GeneratedPart.find("what drop leaves out").assertIs(table());
    }

    private String table() {
        StringBuilder table = new StringBuilder("| kind | left out if unknown | never left out |\n|---|---|---|\n");
        for (ImportKind<?, ?> kind : kinds) {
            RecordShape shape = kind.shape();
            if (!shape.granting().isEmpty() || !shape.restricting().isEmpty()) {
                table.append("| `%s` | %s | %s |\n"
                        .formatted(kind.getId(), shown(shape.granting()), shown(shape.restricting())));
            }
        }
        return table.toString();
    }

    private static String shown(Collection<String> pointers) {
        return pointers.contains("")
                ? "anything"
                : new TreeSet<>(pointers)
                        .stream().map(pointer -> "`" + pointer + "`").collect(Collectors.joining(", "));
    }

    @Test
    void eachDeclaredPartIsAFieldOfTheRecord() {
        assertThat(kinds).isNotEmpty().allSatisfy(kind -> {
            JsonNode fields = RecordSchema.of(kind).get("properties");
            Stream.of(kind.shape().granting(), kind.shape().restricting())
                    .flatMap(Collection::stream)
                    .filter(pointer -> !pointer.isEmpty())
                    .forEach(pointer -> assertThat(fields.has(pointer.split("/")[1]))
                            .as("%s of %s", pointer, kind.getId())
                            .isTrue());
        });
    }

    /** A policy without one of its parts would be less strict. */
    @Test
    void nothingOfPoliciesAndPermissionsCanBeLeftOut() {
        assertThat(kinds)
                .filteredOn(
                        kind -> kind.getId().equals("policies") || kind.getId().equals("permissions"))
                .hasSize(2)
                .allSatisfy(kind -> assertThat(kind.shape())
                        .returns(List.of(""), shape -> List.copyOf(shape.restricting()))
                        .returns(true, shape -> shape.granting().isEmpty()));
    }
}
