// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

/** The meters: names, descriptions and tags in one place. Times are in seconds. */
enum Meters {
    PHASE("keycloak.request.phase", "Time of requests by phase; a request without a phase does not count in it"),
    STATEMENTS("keycloak.request.sql.statements", "SQL statements of requests, each batch counted once"),
    CONNECTION_WAIT("db.client.connection.wait_time", "Time to obtain a database connection from the pool"),
    CONNECTION_USE("db.client.connection.use_time", "Time between borrowing a database connection and giving it back"),
    CACHE_OPERATION(
            "keycloak.infinispan.operation", "Operations that this node has asked of its caches, and their time"),
    PASSWORD_HASH("keycloak.password.hash", "Time to hash or verify a password"),
    EXECUTOR_QUEUE(
            "keycloak.executor.queue",
            "Requests that wait for a thread of the server's executor, those included whose clients have gone"),
    EXECUTOR_ACTIVE(
            "keycloak.executor.active",
            "Requests that threads of the server's executor work for, those included whose clients have gone"),
    ABANDONED("keycloak.requests.abandoned", "Requests whose clients went before their answers were complete"),
    ADMIN_EVENTS("keycloak.admin.events", "Changes by the Admin API that were committed");

    static final String URI = "uri";
    static final String METHOD = "method";
    static final String PHASE_TAG = "phase";
    static final String REALM = "realm";
    static final String CLIENT = "client";
    static final String CACHE = "cache";
    static final String OPERATION = "operation";
    static final String ALGORITHM = "algorithm";
    static final String RESOURCE = "resource";

    /** Required by the conventions of OpenTelemetry. */
    static final String POOL_NAME = "db.client.connection.pool.name";

    /** The pool of Keycloak's own database, as Agroal's meters call it. */
    static final String DEFAULT_POOL = "default";

    /** Endpoint of what no request waits for. */
    static final String BACKGROUND = "background";

    /** Value of a tag that has none. */
    static final String NONE = "none";

    /** Value of a tag in place of those beyond its limit. */
    static final String OTHER = "other";

    final String meterName;
    final String description;

    Meters(String meterName, String description) {
        this.meterName = meterName;
        this.description = description;
    }
}
