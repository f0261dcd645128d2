// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ProcessGuard;
import io.keylift.it.server.ThemesJar;
import io.keylift.it.server.Workspace;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A sample tenant imported into a real Keycloak on a real PostgreSQL, which then stays up until Ctrl-C. What the demo
 * has made is kept in the build directory, and a second run goes on from there.
 *
 * <p>System properties: {@code demo.port} (8080), {@code demo.managementPort} (9000), {@code demo.organizations} (300),
 * {@code demo.persons} (50000), {@code demo.exit} (false: stay up after the import), {@code demo.directory} (demo:
 * where in the build directory the data is), {@code demo.observability} (false: true starts a trace backend and, where
 * it is installed, Prometheus), {@code demo.tracesPort} (9411), {@code demo.prometheusPort} (9090).
 */
public final class Demo {

    static final String REALM = "acme";

    private final DemoSettings settings;
    private final Path directory;

    private Demo(DemoSettings settings) {
        this.settings = settings;
        this.directory = Workspace.directory(settings.directory());
    }

    /** Runs the demo. What stands in its way is said in one sentence, and the exit code is 1. */
    public static void main(String[] args) {
        try {
            new Demo(DemoSettings.fromSystemProperties()).run();
        } catch (DemoFailure e) {
            ProcessGuard.staySilentWhileEnding();
            System.err.println();
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void run() {
        try (Preflight preflight = Preflight.check(settings, directory)) {
            say("Starting PostgreSQL, fsync on, data in " + preflight.directory() + " ...");
            try (EmbeddedDatabase database = EmbeddedDatabase.startIn(directory.resolve("postgres"), FreePorts.next());
                    Observability observability = Observability.start(settings)) {
                say("Starting Keycloak with " + String.join(", ", jars())
                        + " (a minute the first time, then seconds) ...");
                try (KeycloakServer keycloak = start(database, observability)) {
                    observability.scrape(keycloak);
                    show(keycloak, observability);
                }
            }
        } catch (IllegalStateException | UncheckedIOException e) {
            throw new DemoFailure(e.getMessage(), e);
        }
    }

    private KeycloakServer start(EmbeddedDatabase database, Observability observability) {
        return observability
                .tracing(KeycloakServer.on(database))
                .ports(settings.port(), settings.managementPort())
                .log(directory.resolve("keycloak.log"))
                .start();
    }

    private void show(KeycloakServer keycloak, Observability observability) {
        AdminHttp admin = AdminHttp.master(keycloak.baseUrl());
        if (!TenantRealm.exists(admin, REALM)) {
            say("Creating realm " + REALM + " ...");
            TenantRealm.create(admin, REALM);
        }
        boolean themed = ThemesJar.hasTheme();
        for (String administered : themed ? List.of("master", REALM) : List.<String>of()) {
            admin.put("/admin/realms/" + administered, Map.of("adminTheme", "keylift"));
        }
        SampleTenant tenant = new SampleTenant(1, settings.organizations(), settings.persons());
        TenantImport imports = new TenantImport(admin, tenant, Terminal.detect());
        try {
            imports.organizations();
            imports.persons();
        } catch (IOException e) {
            throw new DemoFailure(
                    "The connection to Keycloak broke during the import (" + e.getMessage() + "); its log is "
                            + keycloak.log() + ".",
                    e);
        }
        if (!settings.exit()) {
            System.out.print(NextSteps.text(keycloak.baseUrl(), tenant, themed, observability.addresses(keycloak)));
            keycloak.awaitEnd();
            ProcessGuard.staySilentWhileEnding();
            say("Keycloak has ended; its log is " + keycloak.log() + ".");
        }
    }

    private static List<String> jars() {
        return Workspace.providers().stream()
                .map(jar -> jar.getFileName().toString())
                .toList();
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
