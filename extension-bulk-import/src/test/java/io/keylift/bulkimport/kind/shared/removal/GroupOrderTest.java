// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.keycloak.models.jpa.entities.GroupEntity;

class GroupOrderTest {

    private final GroupOrder order = new GroupOrder(List.of(
            group("c", "b-child", "a"),
            group("d", "a-child", "a"),
            group("e", "leaf", "c"),
            group("a", "top", GroupEntity.TOP_PARENT_ID),
            group("z", "alone", "somewhere")));

    @Test
    void aGroupComesBeforeThoseBelowIt_theseByName() {
        assertThat(ids("a")).containsExactly("a", "d", "c", "e");
    }

    @Test
    void aGroupThatCameBeforeItsParentDoesNotComeAgain() {
        assertThat(ids("c")).containsExactly("c", "e");
        assertThat(ids("a")).containsExactly("a", "d");
        assertThat(ids("a")).isEmpty();
        assertThat(ids("z")).containsExactly("z");
    }

    private List<String> ids(String root) {
        return order.from(root).stream().map(GroupEntity::getId).toList();
    }

    private static GroupEntity group(String id, String name, String parent) {
        GroupEntity group = new GroupEntity();
        group.setId(id);
        group.setName(name);
        group.setParentId(parent);
        return group;
    }
}
