// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.mapper;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.protocol.ProtocolMapperConfigException;

class ClaimPathsTest {

    private static final String OURS = "ours";

    private static ProtocolMapperModel mapper(String id, String provider, String claim) {
        ProtocolMapperModel mapper = new ProtocolMapperModel();
        mapper.setId(id);
        mapper.setName("mapper " + id);
        mapper.setProtocolMapper(provider);
        mapper.setConfig(claim == null ? new HashMap<>() : Map.of("claim.name", claim));
        return mapper;
    }

    @ParameterizedTest
    @CsvSource({
        "caps, ours, caps.sets",
        "caps.sets, ours, caps",
        "caps, theirs, caps.sets",
        ", ours, capabilities.sets",
        "a.b.c, ours, a.b"
    })
    void aClaimDoesNotLieWithinAList(String claim, String provider, String other) {
        assertThatThrownBy(() -> ClaimPaths.check(
                        mapper(null, OURS, claim),
                        OURS,
                        List.of(mapper("1", "theirs", null), mapper("2", provider, other))))
                .isInstanceOf(ProtocolMapperConfigException.class)
                .hasMessageContaining("mapper 2");
    }

    @ParameterizedTest
    @CsvSource({
        "caps, ours, cap",
        "caps, ours, capsules.sets",
        "caps.sets, theirs, caps",
        "caps.one, ours, caps.other",
        "caps, ours, caps\\.sets",
        "caps, ours, caps"
    })
    void othersAreNoObstacle(String claim, String provider, String other) {
        assertThatCode(() -> ClaimPaths.check(mapper(null, OURS, claim), OURS, List.of(mapper("2", provider, other))))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"caps.sets", "caps"})
    void aMapperThatChangesIsNoObstacleToItself(String claim) {
        assertThatCode(() -> ClaimPaths.check(mapper("1", OURS, claim), OURS, List.of(mapper("1", OURS, "caps.sets"))))
                .doesNotThrowAnyException();
    }
}
