// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ImageTest {

    static Stream<ImportKind<?, ?>> kinds() {
        return ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ImportKind::getId));
    }

    /** The record as it is read from the database, and the stored image of it. */
    @ParameterizedTest
    @MethodSource("kinds")
    void anImageIsThatOfItsStoredForm(ImportKind<?, ?> kind) throws IOException {
        JsonMapper mapper = RecordWriters.mapper(kind, Set.of());
        JsonMapper reader = RecordJson.mapper(new JsonFactory());
        List<String> examples = kind.shape().examples();
        for (String example : examples) {
            Image image =
                    new Image(mapper, reader.readValue(example, kind.info().recordType()));
            ObjectNode stored =
                    (ObjectNode) new JsonMapper().readTree(image.tree().toString());
            Image read = new Image(mapper, stored);

            assertThat(image.isSame(stored)).isTrue();
            assertThat(image.isSame(read)).isTrue();
            assertThat(read.fingerprint(null)).isEqualTo(image.fingerprint(null));
        }
    }

    @Test
    void someFieldsAreThoseOfTheWholeObject() throws IOException {
        JsonMapper mapper = new JsonMapper();
        Image image = new Image(
                mapper,
                mapper.readTree("{\"name\":\"ä\",\"list\":[{\"name\":\"inner\"}],\"map\":{\"id\":1},\"id\":\"x\"}"));

        assertThat(image.only(Set.of("id", "name", "missing"))).hasToString("{\"name\":\"ä\",\"id\":\"x\"}");
        assertThat(image.only(Set.of("list", "map"))).isEqualTo(image.tree().retain("list", "map"));
    }

    @Test
    void anImageIsStoredAsItIs() throws IOException {
        JsonMapper mapper = new JsonMapper();
        Image image = new Image(mapper, mapper.readTree("{\"name\":\"ä\\n\",\"number\":1.50}"));

        assertThat(mapper.writeValueAsString(image.raw())).isEqualTo(mapper.writeValueAsString(image.tree()));
    }

    /** Another version of Keylift may have written the fields in another order. */
    @Test
    void theOrderOfFieldsMakesNoDifference() {
        JsonMapper mapper = new JsonMapper();
        Image image =
                new Image(mapper, mapper.createObjectNode().put("name", "a").put("description", "b"));

        assertThat(image.isSame(
                        mapper.createObjectNode().put("description", "b").put("name", "a")))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void imagesDifferByOneField(ImportKind<?, ?> kind) throws IOException {
        JsonMapper mapper = RecordWriters.mapper(kind, Set.of());
        ObjectNode stored = (ObjectNode) mapper.readTree(kind.shape().examples().get(0));
        Image image = new Image(mapper, stored);
        ObjectNode changed = stored.deepCopy().put("another", "");

        assertThat(image.isSame(changed)).isFalse();
        assertThat(image.isSame(new Image(mapper, changed))).isFalse();
        assertThat(new Image(mapper, changed).fingerprint(null)).isNotEqualTo(image.fingerprint(null));
        assertThat(image.fingerprint(new TreeMap<>())).isNotEqualTo(image.fingerprint(null));
    }
}
