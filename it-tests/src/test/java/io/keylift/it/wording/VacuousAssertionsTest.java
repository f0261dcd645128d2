// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An assertion about all elements says that there are some: of none, anything is true. */
class VacuousAssertionsTest {

    private static final Pattern OF_ALL = Pattern.compile("\\.(allMatch|allSatisfy)\\(");
    private static final Pattern GUARD =
            Pattern.compile("isNotEmpty\\(\\)|hasSize\\w*\\((?!0\\))|hasSizeGreaterThanOrEqualTo|hasSameSizeAs");

    @Test
    void assertionsAboutAllElementsSayThatThereAreSome() throws IOException {
        List<String> vacuous = new ArrayList<>();
        int found = 0;
        for (Path file : SourceFiles.all()) {
            String source = Files.readString(file);
            Matcher calls = OF_ALL.matcher(source);
            while (calls.find()) {
                String chain = chain(source, calls.start());
                if (chain.contains("assertThat(")) {
                    found++;
                    if (!GUARD.matcher(chain).find()) {
                        vacuous.add(file.getFileName() + ": " + chain.strip());
                    }
                }
            }
        }

        assertThat(found).isGreaterThan(50);
        assertThat(vacuous).isEmpty();
    }

    /** The calls before this one in its statement, without what encloses that. */
    private static String chain(String source, int end) {
        int depth = 0;
        int start = end;
        while (start > 0) {
            char before = source.charAt(start - 1);
            if (before == ')') {
                depth++;
            } else if (before == '(' && --depth < 0 || depth == 0 && ";{}".indexOf(before) >= 0) {
                break;
            }
            start--;
        }
        return source.substring(start, end);
    }
}
