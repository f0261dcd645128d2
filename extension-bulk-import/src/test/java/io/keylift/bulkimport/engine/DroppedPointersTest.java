// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class DroppedPointersTest {

    private static final String RECORD = """
            {"roles":["a","b","c","d"],"one":"x","attributes":{"locale":["de"],"a/b":["1"],"7":["2"]},
             "organizations":[{"alias":"o"},{"alias":"p","departments":["/x","/y","/z"]}]}""";

    private final DroppedPointers cut = new DroppedPointers();

    private static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private JsonNode without(String... pointers) {
        JsonNode record = json(RECORD);
        List.of(pointers).forEach(cut::add);
        assertThat(cut.removeFrom(record)).isEmpty();
        return record;
    }

    @Test
    void removesElementsInAnyOrderAndKeepsTheOthers() {
        assertThat(without("/roles/0", "/roles/2").get("roles")).isEqualTo(json("[\"b\",\"d\"]"));
        assertThat(without("/roles/3").get("roles")).isEqualTo(json("[\"b\"]"));
    }

    @Test
    void translatesPointersIntoWhatIsLeft() {
        without("/roles/0", "/roles/2", "/organizations/0", "/organizations/1/departments/1");

        assertThat(cut.sent("/roles/0")).isEqualTo("/roles/1");
        assertThat(cut.sent("/roles/1")).isEqualTo("/roles/3");
        assertThat(cut.sent("/organizations/0/departments/0")).isEqualTo("/organizations/1/departments/0");
        assertThat(cut.sent("/organizations/0/departments/1")).isEqualTo("/organizations/1/departments/2");
        assertThat(cut.sent("/attributes/7")).isEqualTo("/attributes/7");
        assertThat(cut.sent("")).isEmpty();
    }

    @Test
    void removesAPartAndWhatItIsIn() {
        assertThat(without("/organizations/1", "/organizations/1/departments/0", "/organizations/0")
                        .get("organizations"))
                .isEmpty();
    }

    @Test
    void tellsPlacesWithoutIndices() {
        without("/organizations/1/departments/2", "/attributes/a~1b", "/attributes/7");

        assertThat(cut.place("/organizations/1/departments/2")).isEqualTo("/organizations/*/departments/*");
        assertThat(cut.place("/attributes/a~1b")).isEqualTo("/attributes/a~1b");
        assertThat(cut.place("/attributes/7")).isEqualTo("/attributes/7");
    }

    /** As Keycloak takes it. */
    @Test
    void removesASingleValueThatStandsForAList() {
        assertThat(without("/one/0").get("one")).isEqualTo(json("[]"));
        assertThat(cut.place("/one/0")).isEqualTo("/one/*");
    }

    @Test
    void tellsWhatIsNoPartOfTheRecord() {
        List<String> none = List.of("/roles/4", "/roles/x", "/nothing", "/one/a", "/attributes/locale/1", "/roles/00");
        JsonNode record = json(RECORD);
        none.forEach(cut::add);

        assertThat(cut.removeFrom(record)).containsExactlyInAnyOrderElementsOf(none);
        assertThat(record).isEqualTo(json(RECORD));
        assertThat(cut.isEmpty()).isTrue();
    }
}
