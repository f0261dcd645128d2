// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.Locale;

/** The javaagent of OpenTelemetry. */
public final class Javaagent {

    /** Agents that are made of this one carry the class, too. */
    private static final String AGENT = "io.opentelemetry.javaagent.OpenTelemetryAgent";

    /** Its own switch; a variable of the environment is called the same in capitals. */
    private static final String ENABLED = "otel.javaagent.enabled";

    private Javaagent() {}

    /** Whether it traces in this JVM: whether it is there, and not switched off. */
    public static boolean isActive() {
        return isPresent() && !"false".equalsIgnoreCase(enabled());
    }

    /** The JVM puts an agent's JAR, whatever its name, on the path of the system's class loader. */
    private static boolean isPresent() {
        try {
            Class.forName(AGENT, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static String enabled() {
        return System.getProperty(
                ENABLED, System.getenv(ENABLED.toUpperCase(Locale.ROOT).replace('.', '_')));
    }
}
