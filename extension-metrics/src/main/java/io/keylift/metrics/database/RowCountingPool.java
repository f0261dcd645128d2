// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.agroal.api.AgroalDataSource;
import io.keylift.metrics.FailSafe;
import io.keylift.metrics.MetricsSettings;
import io.keylift.metrics.Proxies;
import io.keylift.metrics.request.RequestTracker;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.quarkus.arc.InjectableBean;
import io.quarkus.arc.Unremovable;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.sql.Connection;

/**
 * Replaces the server's pool of connections. Hibernate has no hook for the number of rows of a statement: if rows are
 * to be counted, this hands out connections that count them. Otherwise it is the pool itself.
 */
@Singleton
public class RowCountingPool {

    @Produces
    @Singleton
    @Unremovable
    @Alternative
    @Priority(1)
    AgroalDataSource pool(RequestTracker tracker) {
        AgroalDataSource pool = original();
        FailSafe failSafe = new FailSafe("rows of statements");
        return failSafe.attempt(
                () -> MetricsSettings.ofServer().countsRows() ? counting(pool, tracker, failSafe) : pool, pool);
    }

    private static AgroalDataSource counting(AgroalDataSource pool, RequestTracker tracker, FailSafe failSafe) {
        RowCounts counts = new RowCounts((sql, rows) -> tracker.current().rows(sql, rows), failSafe);
        return Proxies.of(AgroalDataSource.class, (proxy, method, arguments) -> {
            Object answer = Proxies.pass(pool, method, arguments);
            return answer instanceof Connection connection ? counts.of(connection) : answer;
        });
    }

    /** That of the server's main database; further ones have a qualifier. An injected list would have only this one. */
    private static AgroalDataSource original() {
        ArcContainer server = Arc.container();
        return server.beanManager().getBeans(AgroalDataSource.class, Default.Literal.INSTANCE).stream()
                .map(bean -> (InjectableBean<?>) bean)
                .filter(bean -> !bean.getBeanClass().equals(RowCountingPool.class))
                .map(bean -> (AgroalDataSource) server.instance(bean).get())
                .findFirst()
                .orElseThrow();
    }
}
