// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void aKeyIsShownWholeIfItIsNotTooLong() {
        String longest = "x".repeat(Keys.LONGEST);

        assertThat(Keys.shown(longest)).isSameAs(longest);
        assertThat(Keys.shown(null)).isNull();
    }

    @Test
    void ofALongKeyTheBeginningAndTheEndAreShown() {
        String path = "/north" + "/level".repeat(600) + "/south";

        assertThat(Keys.shown(path))
                .hasSize(Keys.LONGEST)
                .startsWith("/north/level")
                .contains("\u2026")
                .endsWith("/south");
        assertThat(Keys.shown(Keys.shown(path))).isEqualTo(Keys.shown(path));
        assertThat(new Reject(1, path, "exists", "", "").key()).isEqualTo(Keys.shown(path));
    }

    @Test
    void noCharacterIsCutInHalf() {
        for (String shift : new String[] {"", "x"}) {
            String shown = Keys.shown(shift + "\uD83D\uDE00".repeat(400));
            assertThat(shown.codePoints()).noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        }
    }
}
