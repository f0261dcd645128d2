// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bench.Instrumentation;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/load.md has all parameters with their defaults. */
class LoadParametersTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `-Dload\\.(\\w+)[^|]*\\| ([^ ]+) \\|");

    @Test
    void thePageListsEachWithItsDefault() throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        LoadOptions options = LoadOptions.fromSystemProperties();
        expected.put("minutes", text(options.minutes()));
        expected.put("nodeLoss", text(options.nodeLoss()));
        LoadSettings settings = options.settings();
        for (RecordComponent component : LoadSettings.class.getRecordComponents()) {
            component.getAccessor().setAccessible(true);
            expected.put(component.getName(), text(component.getAccessor().invoke(settings)));
        }

        assertThat(documented()).containsExactlyInAnyOrderEntriesOf(expected);
    }

    /** The value as the text of a property. */
    private static String text(Object value) {
        if (value.equals(List.of(Service.values())) || value.equals(List.of(Instrumentation.values()))) {
            return "all";
        }
        return value.toString().replaceAll("[\\[\\] ]", "").replaceAll("\\.0$", "");
    }

    private static Map<String, String> documented() throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        ROW.matcher(Files.readString(Path.of("../docs/load.md")))
                .results()
                .forEach((MatchResult row) -> rows.put(row.group(1), row.group(2)));
        return rows;
    }

    @Test
    void thePageNamesAllServersAndServices() throws IOException {
        String page = Files.readString(Path.of("../docs/load.md"));

        assertThat(Stream.of(Service.values()).map(Service::scenario))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
        assertThat(Arrays.stream(Instrumentation.values())
                        .map(server -> server.label().replace(' ', '-')))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }
}
