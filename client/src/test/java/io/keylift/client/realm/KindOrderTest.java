// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The order of kinds is that of the documentation. */
class KindOrderTest {

    @Test
    void kindsAreCopiedInTheOrderOfAnImport() throws IOException {
        String guide = Files.readString(Path.of("../docs/import.md"));
        int from = guide.indexOf("## Order of kinds");
        String section = guide.substring(from, guide.indexOf("Records of the same kind", from));
        List<String> order = Pattern.compile("`([a-z-]+)`")
                .matcher(section)
                .results()
                .map(found -> found.group(1))
                .toList();
        List<String> shuffled = new ArrayList<>(order);
        Collections.shuffle(shuffled, new Random(1));
        shuffled.add(3, "a-kind-of-others");
        List<String> expected = new ArrayList<>(order);
        expected.add("a-kind-of-others");

        assertThat(order).hasSizeGreaterThan(20);
        assertThat(KindOrder.of(shuffled)).isEqualTo(expected);
    }
}
