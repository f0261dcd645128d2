// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class InFlightQueryTest {

    @Test
    void theOldestRequestsAreShownWithoutFrames() {
        assertThat(query(Map.of())).isEqualTo(new InFlightQuery(100, 0));
    }

    @Test
    void framesAreForCallersWhoMayAskForThem() {
        assertThat(query(Map.of("frames", "20", "max", "5"), "frames", "realm")).isEqualTo(new InFlightQuery(5, 20));
        assertThatThrownBy(() -> query(Map.of("frames", "20"), "realm"))
                .hasMessage("Unknown query parameter; known parameters: max, realm");
        assertThatThrownBy(() -> query(Map.of("frames", "101"), "frames"))
                .hasMessage("Query parameter `frames` must be a whole number from 0 to 100");
    }

    private static InFlightQuery query(Map<String, String> parameters, String... more) {
        return InFlightQuery.of(parameters.keySet(), parameters::get, more);
    }
}
