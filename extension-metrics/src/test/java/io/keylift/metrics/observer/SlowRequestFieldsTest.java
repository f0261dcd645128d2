// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.request.LockWait;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.Test;

class SlowRequestFieldsTest {

    private static final SpanContext TRACE = SpanContext.create(
            "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", TraceFlags.getSampled(), TraceState.getDefault());

    @Test
    void theyHaveTheNamesAndUnitsOfTheAttributesOfSpans() {
        assertThat(SlowRequestFields.of(Breakdowns.request("acme", "shop"), "", TRACE))
                .containsEntry("http.request.method", "GET")
                .containsEntry("http.response.status_code", "200")
                .containsEntry("keycloak.request.endpoint", "/admin/realms/{realm}")
                .containsEntry("kc.realmName", "acme")
                .containsEntry("kc.clientId", "shop")
                .containsEntry("keycloak.request.duration", "0.100000")
                .containsEntry("keycloak.request.phase.longest", "rest")
                .containsEntry("keycloak.request.phase.pool_wait", "0.010000")
                .containsEntry("keycloak.request.phase.rest", "0.070000")
                .containsEntry("keycloak.request.sql.statements", "3")
                .containsEntry("keycloak.request.connections", "1")
                .containsEntry("traceId", "0af7651916cd43dd8448eb211c80319c")
                .containsEntry("spanId", "b7ad6b7169203331")
                .containsEntry("sampled", "true")
                .doesNotContainKey("keycloak.request.path_realm")
                .doesNotContainKey("keycloak.request.lock")
                .doesNotContainKey("keycloak.request.cluster")
                .doesNotContainKey("keycloak.request.grant_type");
        assertThat(SlowRequestFields.of(Breakdowns.across("master", "admin-cli", "acme"), "", TRACE))
                .containsEntry("kc.realmName", "master")
                .containsEntry("keycloak.request.path_realm", "acme");
        assertThat(SlowRequestFields.of(Breakdowns.token("password"), "", TRACE))
                .containsEntry("keycloak.request.grant_type", "password");
    }

    @Test
    void whatIsNotKnownHasNoField_andNoNameEndsALine() {
        LockWait lock =
                new LockWait("org.example.Loader", List.of("org.example.Pool.take:7", "org.example.Loader.get:3"));

        assertThat(SlowRequestFields.of(Breakdowns.waiting(lock), "merge", SpanContext.getInvalid()))
                .containsEntry("keycloak.request.lock", "org.example.Loader")
                .containsEntry("keycloak.request.lock.holder", "org.example.Pool.take:7 org.example.Loader.get:3")
                .containsEntry("keycloak.request.cluster", "merge")
                .doesNotContainKey("traceId");
        assertThat(SlowRequestFields.of(Breakdowns.request(null, "shop\nERROR all is lost"), "", TRACE))
                .containsEntry("kc.clientId", "shop?ERROR all is lost")
                .doesNotContainKey("kc.realmName");
    }

    /** Another record of the same thread does not have them. */
    @Test
    void theyAreThereForOneRecord() {
        Map<String, Object> seen = new HashMap<>();

        SlowRequestFields.around(Map.of("field", "value"), () -> seen.putAll(MDC.getMap()));
        assertThatThrownBy(() -> SlowRequestFields.around(Map.of("field", "value"), () -> {
                    throw new IllegalStateException("the log is full");
                }))
                .hasMessage("the log is full");

        assertThat(seen).containsEntry("field", "value");
        assertThat(MDC.get("field")).isNull();
    }
}
