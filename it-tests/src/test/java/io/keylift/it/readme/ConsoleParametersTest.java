// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide to the console says which parameters of an import the page cannot send. */
class ConsoleParametersTest {

    private static final Path IMPORTS = Sources.ROOT.resolve("themes/src/main/web/pages/imports/imports.ts");

    @Test
    void everyParameterIsOnThePageOrOnlyInRest() throws IOException {
        Documentation docs = Documentation.read();
        Set<String> known = docs.page("docs/import.md").column("Parameters", 0);
        List<String> functions = Sources.find(
                Pattern.compile("(?s)function queryOf\\(order: Order\\): Query \\{(.*?)\\n\\}"),
                Files.readString(IMPORTS));
        assertThat(functions).hasSize(1);
        Set<String> sent = new TreeSet<>(Sources.find(Pattern.compile("(?m)^ +(\\w+): "), functions.get(0)));
        Set<String> onlyInRest = docs.page("docs/console.md").column("What only REST can do", 0);
        onlyInRest.removeIf(name -> !known.contains(name));

        assertThat(sent).isSubsetOf(known).doesNotContainAnyElementsOf(onlyInRest);
        sent.addAll(onlyInRest);
        assertThat(sent).isEqualTo(known);
    }
}
