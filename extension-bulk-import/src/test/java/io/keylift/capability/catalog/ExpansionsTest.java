// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpansionsTest {

    @Test
    void aSetHoldsWhatIsInSetsInIt() {
        Map<String, Set<String>> members = Map.of(
                "top",
                Set.of("inner", "outside", "a", "later"),
                "inner",
                Set.of("b", "gone-set"),
                "gone-set",
                Set.of());
        Map<String, String> ids = Map.of("top", "t", "inner", "i", "outside", "o", "a", "1", "b", "2");
        Map<String, Set<String>> others = Map.of("o", Set.of("3", "4"));

        Expansions expansions = new Expansions(members, ids, others);

        assertThat(expansions.of("top")).containsExactlyInAnyOrder("i", "2", "o", "3", "4", "1");
        assertThat(expansions.of("inner")).containsExactly("2");
    }

    /** On the stack of a thread there is no room for so many calls. */
    @Test
    void setsLieWithinEachOtherAsDeepAsTheyLike() {
        int depth = 5_000;
        Map<String, Set<String>> members = new HashMap<>();
        Map<String, String> ids = new HashMap<>();
        for (int i = 0; i < depth; i++) {
            members.put("set-" + i, i + 1 < depth ? Set.of("set-" + (i + 1)) : Set.of());
            ids.put("set-" + i, "id-" + i);
        }
        int[] held = new int[1];
        Thread thread = new Thread(
                null,
                () -> held[0] =
                        new Expansions(members, ids, Map.of()).of("set-0").size(),
                "small-stack",
                1 << 18);

        thread.start();
        join(thread);

        assertThat(held[0]).isEqualTo(depth - 1);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
