// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.Optional;
import org.keycloak.quarkus.runtime.configuration.Configuration;

/** Paths of the management interface. */
final class ManagementPath {

    private ManagementPath() {}

    /** Path of a resource on this server's management interface, according to its options. */
    static String of(String name) {
        return join(option("http-management-relative-path").orElse("/"), name);
    }

    static String join(String root, String name) {
        return (root.startsWith("/") ? "" : "/") + root + (root.endsWith("/") ? "" : "/") + name;
    }

    /** The effective value of a Keycloak option. */
    static Optional<String> option(String name) {
        return Configuration.getOptionalKcValue(name);
    }
}
