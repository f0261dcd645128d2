// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.quarkus.arc.DefaultBean;
import io.quarkus.arc.Unremovable;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/**
 * Records the text of each statement before it is prepared. Hibernate's listeners learn when a statement is prepared
 * and executed, but not which one. Does nothing if another provider JAR has an inspector, because Hibernate accepts
 * only one.
 */
@Singleton
@Unremovable
@DefaultBean
@PersistenceUnitExtension("keycloak-default")
@SuppressWarnings("serial") // no inspector is ever serialized
public class StatementTexts implements StatementInspector {

    private final PreparedTexts texts;
    private final FailSafe failSafe = new FailSafe("texts of statements");

    @Inject
    StatementTexts(PreparedTexts texts) {
        this.texts = texts;
    }

    @Override
    public String inspect(String sql) {
        return failSafe.attempt(() -> texts.prepares(sql), sql);
    }
}
