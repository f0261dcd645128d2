// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.rows.CollectionRows.Row;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.ManyToMany;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.hibernate.cfg.SchemaToolingSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the form for databases other than PostgreSQL. The integration tests cover the array form on PostgreSQL. */
class CollectionRowsTest {

    private EntityManagerFactory h2;
    private EntityManager em;

    @BeforeEach
    void begin() {
        h2 = new HibernatePersistenceConfiguration("collections")
                .managedClasses(Owner.class)
                .jdbcUrl("jdbc:h2:mem:" + UUID.randomUUID())
                .property(SchemaToolingSettings.JAKARTA_HBM2DDL_DATABASE_ACTION, Action.CREATE)
                .createEntityManagerFactory();
        em = h2.createEntityManager();
        em.getTransaction().begin();
        for (String id : List.of("a", "b")) {
            Owner owner = new Owner();
            owner.id = id;
            em.persist(owner);
        }
        em.flush();
        em.clear();
    }

    @AfterEach
    void end() {
        em.getTransaction().rollback();
        h2.close();
    }

    @Test
    void elementsGetIntoTheirTableWhateverTheirNumber() {
        insert(
                "texts",
                IntStream.range(0, 300)
                        .mapToObj(i -> new Row("a", null, "text " + i))
                        .toList());
        insert("texts", List.of(new Row("b", null, "one")));
        insert("texts", List.of());

        assertThat(owner("a").texts).hasSize(300).contains("text 0", "text 299");
        assertThat(owner("b").texts).containsExactly("one");
    }

    @Test
    void entriesOfAMapHaveAKeyAndMayHaveNoValue() {
        insert("numbers", List.of(new Row("a", "one", 1), new Row("a", "two", 2)));

        assertThat(owner("a").numbers).isEqualTo(Map.of("one", 1, "two", 2));
    }

    @Test
    void joinTablesHoldTheIdsOfBothSides() {
        insert("others", List.of(new Row("a", null, "b"), new Row("a", null, "a")));

        assertThat(owner("a").others).extracting(other -> other.id).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void onlyTheRowsOfTheseOwnersAreDeleted() {
        insert("texts", List.of(new Row("a", null, "x"), new Row("a", null, "y"), new Row("b", null, "z")));

        new CollectionRows(em, Owner.class, "texts").deleteAllOf(List.of("a", "nobody"));

        assertThat(owner("a").texts).isEmpty();
        assertThat(owner("b").texts).containsExactly("z");
    }

    private void insert(String collection, List<Row> rows) {
        new CollectionRows(em, Owner.class, collection).insert(rows);
    }

    private Owner owner(String id) {
        em.clear();
        return em.find(Owner.class, id);
    }

    @Entity(name = "Owner")
    static class Owner {
        @Id
        String id;

        @ElementCollection
        Set<String> texts = new HashSet<>();

        @ElementCollection
        Map<String, Integer> numbers;

        @ManyToMany
        @JoinTable(joinColumns = @JoinColumn(name = "one"), inverseJoinColumns = @JoinColumn(name = "other"))
        Set<Owner> others;
    }
}
