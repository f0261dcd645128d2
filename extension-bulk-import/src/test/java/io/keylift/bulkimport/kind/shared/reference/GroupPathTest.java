// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupPathTest {

    @Test
    void anExactPathLeadsToItsNamesUnlessOneLooksLikeAnEscape() {
        List<String> names = texts(3);
        for (String above : names) {
            for (String middle : names) {
                for (String last : names) {
                    GroupPath path = new GroupPath(List.of(above, middle, last));
                    String exact = path.exactText();
                    assertThat(GroupPath.isExact(exact, last))
                            .as("%s", path)
                            .isEqualTo(!above.endsWith("~")
                                    && !middle.endsWith("~")
                                    && !(path.text(true) + "/").endsWith("/" + last));
                    if (GroupPath.isExact(exact, last)) {
                        assertThat(GroupPath.parse(exact, false, last)).isEqualTo(path);
                        assertThat(GroupPath.parse(exact, true, last)).isEqualTo(path);
                    } else {
                        assertThat(exact).isEqualTo(path.text(false));
                    }
                }
            }
        }
    }

    @Test
    void noPathThatEndsWithItsNameAsItIsIsExact() {
        for (String text : texts(6)) {
            for (String name : texts(4)) {
                if (text.endsWith("/" + name)) {
                    assertThat(GroupPath.isExact(text, name))
                            .as("%s, %s", text, name)
                            .isFalse();
                }
            }
        }
    }

    /** All texts of the special characters and one other character. */
    private static List<String> texts(int maxLength) {
        List<String> texts = new ArrayList<>();
        List<String> longest = List.of("");
        for (int length = 1; length <= maxLength; length++) {
            longest = longest.stream()
                    .flatMap(text -> List.of("a", "~", "/").stream().map(end -> text + end))
                    .toList();
            texts.addAll(longest);
        }
        return texts;
    }
}
