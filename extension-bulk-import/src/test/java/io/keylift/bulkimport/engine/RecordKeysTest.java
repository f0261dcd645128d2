// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectPolicy;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

class RecordKeysTest {

    private static final UniqueKey NAME = new UniqueKey("name", "a", "/name");
    private static final UniqueKey ID = new UniqueKey("id", "x", "/id");

    private static final GivenIdFields NAMED = new GivenIdFields(Set.of("/id"));

    @Test
    void preferredAnIdIsNoUniqueKey() {
        assertThat(keys(NAMED, IdMode.PREFER).unique(item())).containsExactly(NAME);
    }

    @ParameterizedTest
    @EnumSource(names = {"STRICT", "IGNORE"})
    void otherwiseItIsOne(IdMode mode) {
        assertThat(keys(NAMED, mode).unique(item())).containsExactly(NAME, ID);
    }

    /** A kind of another JAR that does not name its ids works as it did. */
    @Test
    void theIdsOfAKindThatDoesNotNameThemStayUnique() {
        assertThat(keys(new GivenIdFields(Set.of()), IdMode.PREFER).unique(item()))
                .containsExactly(NAME, ID);
    }

    @Test
    void givenIdsSharedAndExcludedKeysOrderRecords() {
        Item<String> item =
                new Item<>(new Item.Place(1, null, null), "record", "key", List.of("x", "y"), RejectPolicy.none());
        Set<String> keys = new HashSet<>();

        keys(NAMED, IdMode.PREFER).addOrdering(item.with("valid"), keys);

        assertThat(keys).containsExactlyInAnyOrder("shared:s", "excluded:e", "given id:x", "given id:y");
    }

    private static Item<String> item() {
        return new Item<>(1, "record", "key");
    }

    private static RecordKeys<String> keys(GivenIdFields ids, IdMode mode) {
        return new RecordKeys<>(new Named(), ids, mode);
    }

    private static final class Named implements RecordOperation<String, String> {

        @Override
        public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {}

        @Override
        public String key(String record) {
            return record;
        }

        @Override
        public RecordValidator<String, String> validator(ImportContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Collection<UniqueKey> uniqueKeys(String valid) {
            return List.of(NAME, ID);
        }

        @Override
        public Collection<UniqueKey> sharedKeys(String valid) {
            return List.of(new UniqueKey("shared", "s", "/name"));
        }

        @Override
        public Collection<UniqueKey> excludedKeys(String valid) {
            return List.of(new UniqueKey("excluded", "e", "/name"));
        }

        @Override
        public ChunkWriter<String> writer(ImportContext context) {
            throw new UnsupportedOperationException();
        }
    }
}
