// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

/** The meters: names, descriptions and tags in one place. Times are in seconds. */
enum Meters {
    DURATION("keycloak.request.duration", "Time of requests from arrival to the last byte of the response"),
    PHASE("keycloak.request.phase", "Time of requests by phase; a request counts only in the phases it has"),
    STATEMENTS("keycloak.request.sql.statements", "SQL statements of requests; a batch counts once"),
    ALLOCATED("keycloak.request.allocated", "Memory that the threads of requests allocate"),
    CONNECTION_WAIT("db.client.connection.wait_time", "Time to obtain a database connection from the pool"),
    CONNECTION_USE(
            "db.client.connection.use_time", "Time from taking a database connection from the pool to returning it"),
    CACHE_OPERATION("keycloak.infinispan.operation", "Cache operations of this node and their time"),
    AUTHENTICATION_STEP("keycloak.authentication.step", "Time of the steps of authentication flows"),
    PASSWORD_HASH("keycloak.password.hash", "Time to hash or verify a password"),
    EXECUTOR_QUEUE(
            "keycloak.executor.queue",
            "Requests waiting for an executor thread, including those whose clients have disconnected"),
    EXECUTOR_ACTIVE(
            "keycloak.executor.active",
            "Requests running on an executor thread, including those whose clients have disconnected"),
    IN_FLIGHT(
            "keycloak.requests.in.flight",
            "Requests in flight by the phase that they are in, including those whose clients have disconnected"),
    ABANDONED("keycloak.requests.abandoned", "Requests whose clients disconnected before the response was complete"),
    ADMIN_EVENTS("keycloak.admin.events", "Committed changes by the Admin API"),
    GROWTH(
            "keycloak.request.growth",
            "Factor by which a figure of an endpoint at least doubled since the version before"),
    CLUSTER_EVENTS("keycloak.cluster.events", "View changes, merges and rebalances of the cluster that this node saw"),
    CLUSTER_REBALANCE(
            "keycloak.cluster.rebalance.duration", "Time that the caches of this node took to rebalance, one by one"),
    CLUSTER_REBALANCING("keycloak.cluster.rebalancing", "Caches of this node that are rebalancing");

    static final String URI = "uri";
    static final String METHOD = "method";
    static final String PHASE_TAG = "phase";
    static final String OUTCOME = "outcome";
    static final String GRANT_TYPE = "grant_type";
    static final String REALM = "realm";
    static final String CLIENT = "client";
    static final String CACHE = "cache";
    static final String OPERATION = "operation";
    static final String AUTHENTICATOR = "authenticator";
    static final String ALGORITHM = "algorithm";
    static final String FIGURE = "figure";
    static final String RESOURCE = "resource";
    static final String KIND = "kind";

    /** Required by the conventions of OpenTelemetry. */
    static final String POOL_NAME = "db.client.connection.pool.name";

    /** Name of Keycloak's own database pool in Agroal's meters. */
    static final String DEFAULT_POOL = "default";

    /** Endpoint of background work. */
    static final String BACKGROUND = "background";

    /** Tag value if there is none. */
    static final String NONE = "none";

    /** Tag value for everything beyond the limit. */
    static final String OTHER = "other";

    final String meterName;
    final String description;

    Meters(String meterName, String description) {
        this.meterName = meterName;
        this.description = description;
    }
}
