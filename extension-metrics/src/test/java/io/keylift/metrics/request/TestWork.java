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
        return of(afterwards, load, open, "/realms/{realm}/account", "/realms/acme/account", times);
    }

    /** A request whose path the server has resolved up to this template: a path below it, or a token request. */
    static RequestWork at(String template, OpenRequests open) {
        BackgroundWork afterwards = new BackgroundWork(new ObserverDispatch());
        String path = template.endsWith("/token")
                ? "/realms/acme/protocol/openid-connect/token"
                : template.replace("{realm}", "acme") + "/users";
        return of(afterwards, new RequestLoad(), open, template, path, new JvmTimes());
    }

    private static RequestWork of(
            BackgroundWork afterwards,
            RequestLoad load,
            OpenRequests open,
            String template,
            String path,
            ThreadTimes times) {
        return new RequestWork(
                afterwards,
                load,
                open,
                new RequestEndpoint(() -> template, path, "GET", (found, any) -> found),
                new Statements(),
                times);
    }
}
