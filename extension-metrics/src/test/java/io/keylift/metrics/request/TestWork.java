// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** Requests without a server. */
final class TestWork {

    private TestWork() {}

    static RequestWork of(BackgroundWork afterwards, RequestLoad load) {
        return of(afterwards, load, new OpenRequests());
    }

    static RequestWork of(BackgroundWork afterwards, RequestLoad load, OpenRequests open) {
        return of(afterwards, load, open, new JvmTimes());
    }

    static RequestWork of(BackgroundWork afterwards, RequestLoad load, OpenRequests open, ThreadTimes times) {
        return new RequestWork(
                afterwards,
                load,
                open,
                new RequestEndpoint(
                        () -> "/realms/{realm}/account", "/realms/acme/account", "GET", (template, path) -> template),
                new Statements(),
                times);
    }
}
