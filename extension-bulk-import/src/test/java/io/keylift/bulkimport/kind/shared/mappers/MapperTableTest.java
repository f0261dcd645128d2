// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.FieldRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Which protocol mappers an import adds, changes and removes. */
class MapperTableTest {

    private static final MapperTable<Object, List<ProtocolMapperEntity>> TABLE = new MapperTable<>(
            "protocolMappers", FieldRule.list(), MapperOwner.CLIENT, (mapper, owner) -> {}, work -> work);

    private final List<ProtocolMapperEntity> stored =
            List.of(mapper("1", "kept", "a"), mapper("2", "changed", "a"), mapper("3", "other", "a"));

    private final List<ProtocolMapperEntity> given =
            List.of(mapper(null, "kept", "a"), mapper("9", "changed", "b"), mapper(null, "new", "a"));

    private static ProtocolMapperEntity mapper(String id, String name, String setting) {
        ProtocolMapperRepresentation mapper = new ProtocolMapperRepresentation();
        mapper.setId(id);
        mapper.setName(name);
        mapper.setProtocol("openid-connect");
        mapper.setProtocolMapper("type");
        mapper.setConfig(Map.of("setting", setting, "empty", ""));
        return MapperTable.entities(List.of(mapper)).get(0);
    }

    private static List<String> names(List<ProtocolMapperEntity> mappers) {
        return mappers.stream().map(ProtocolMapperEntity::getName).toList();
    }

    @Test
    void overwritingReplacesTheListAndKeepsIds() {
        List<ProtocolMapperEntity> after = TABLE.wanted(given, stored, false);

        MapperTable.Difference difference = MapperTable.Difference.of(stored, after);
        assertThat(names(difference.added())).containsExactly("new");
        assertThat(names(difference.changed())).containsExactly("changed");
        assertThat(names(difference.removed())).containsExactly("other");
        assertThat(difference.changed().get(0).getId()).isEqualTo("2");
        assertThat(difference.added().get(0).getId()).isNotNull();
    }

    @Test
    void mergingRemovesNone() {
        List<ProtocolMapperEntity> after = TABLE.wanted(given, stored, true);

        MapperTable.Difference difference = MapperTable.Difference.of(stored, after);
        assertThat(names(difference.added())).containsExactly("new");
        assertThat(names(difference.changed())).containsExactly("changed");
        assertThat(difference.removed()).isEmpty();
    }

    @Test
    void theSameMappersAreNoChange() {
        List<ProtocolMapperEntity> sent =
                List.of(mapper(null, "other", "a"), mapper(null, "changed", "a"), mapper(null, "kept", "a"));

        assertThat(TABLE.same(stored, TABLE.wanted(sent, stored, false))).isTrue();
    }

    @Test
    void emptySettingsAreNotStored() {
        assertThat(given.get(0).getConfig()).containsExactly(Map.entry("setting", "a"));
        assertThat(MapperTable.entities(null)).isNull();
    }
}
