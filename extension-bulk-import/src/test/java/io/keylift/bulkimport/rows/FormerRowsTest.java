// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.List;
import java.util.UUID;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FormerRowsTest {

    private static final List<String> COLUMNS =
            List.of("ID", "NAME", "PRIORITY", "ENABLED", "LAST_MODIFIED_TIMESTAMP", "UNMAPPED");

    private final FormerRows former = new FormerRows();
    private EntityManagerFactory factory;
    private EntityManager em;

    @Entity
    @Table(name = "THING")
    static class Thing {

        @Id
        @Column(name = "ID")
        String id;

        @Column(name = "NAME")
        String name;

        @Column(name = "PRIORITY")
        Integer priority;

        @Column(name = "ENABLED")
        boolean enabled;

        @Column(name = "LAST_MODIFIED_TIMESTAMP")
        Long lastModified;
    }

    @BeforeEach
    void open() {
        factory = new HibernatePersistenceConfiguration("former")
                .managedClasses(Thing.class)
                .jdbcUrl("jdbc:h2:mem:" + UUID.randomUUID())
                .createEntityManagerFactory();
        em = factory.createEntityManager();
    }

    @AfterEach
    void close() {
        factory.close();
    }

    private static Thing thing(String id, String name, Integer priority) {
        Thing thing = new Thing();
        thing.id = id;
        thing.name = name;
        thing.priority = priority;
        thing.enabled = true;
        thing.lastModified = 5L;
        return thing;
    }

    private void was(String id, String name, Long priority, long lastModified) {
        former.add("THING", COLUMNS, new Object[] {id, name, priority, true, lastModified, "any"});
    }

    private List<String> idsOf(Thing... things) {
        former.give(em, List.of(things));
        return List.of(things).stream().map(thing -> thing.id).toList();
    }

    @Test
    void anEntityWithTheValuesOfAFormerRowGetsItsId() {
        was("former", "a", 1L, 5);

        assertThat(idsOf(thing("new", "a", 1))).containsExactly("former");
    }

    @Test
    void anEntityWithOtherValuesKeepsItsId() {
        was("former", "a", 1L, 5);

        assertThat(idsOf(thing("x", "b", 1), thing("y", "a", 2), thing("z", "a", null)))
                .containsExactly("x", "y", "z");
    }

    @Test
    void anIdIsGivenOnce() {
        was("first", "a", null, 5);
        was("second", "a", null, 5);

        assertThat(idsOf(thing("x", "a", null), thing("y", "a", null), thing("z", "a", null)))
                .containsExactly("first", "second", "z");
    }

    @Test
    void anEntityWithAFormerIdGetsTheTimeOfItsLastChange() {
        was("former", "a", 1L, 3);
        Thing changed = thing("former", "b", 1);

        assertThat(idsOf(changed)).containsExactly("former");
        assertThat(changed.lastModified).isEqualTo(3);
        assertThat(changed.name).isEqualTo("b");
    }

    @Test
    void nothingIsGivenAfterAnAttempt() {
        was("former", "a", 1L, 5);

        former.clear();

        assertThat(idsOf(thing("new", "a", 1))).containsExactly("new");
    }
}
