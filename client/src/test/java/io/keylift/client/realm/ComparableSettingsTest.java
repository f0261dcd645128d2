// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Differences of the settings of two realms. */
class ComparableSettingsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static RealmSettings settings(String document) throws IOException {
        return RealmSettings.ofDocument((ObjectNode) JSON.readTree(document.replace('\'', '"')));
    }

    private static List<String> differences(String source, String target) throws IOException {
        return ComparableSettings.between(settings(source), settings(target)).stream()
                .map(Difference::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "same-settings.txt", delimiter = '|', quoteCharacter = '§')
    void whatEachRealmHasByItselfIsNoDifference(String source, String target) throws Exception {
        assertThat(differences(source, target)).isEmpty();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "different-settings.txt", delimiter = '|', quoteCharacter = '§')
    void whatIsDifferentIsShownWithBothValues(String source, String target, String expected) throws Exception {
        assertThat(String.join(", ", differences(source, target))).isEqualTo(expected);
    }

    @Test
    void theUserProfileIsComparedByItsAttributes() throws Exception {
        String profile = "{'components':{'org.keycloak.userprofile.UserProfileProvider':[{'config':"
                + "{'kc.user.profile.config':['{\\'attributes\\':[{\\'name\\':\\'%s\\'}]}']}}]}}";

        assertThat(differences(profile.formatted("office"), profile.formatted("email")))
                .containsExactly(
                        "- userProfile/attributes/email: (1 values)", "+ userProfile/attributes/office: (1 values)");
    }
}
