// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.Locale;

/** The javaagent of OpenTelemetry. */
public final class Javaagent {

    /** Distributions based on this agent contain the class, too. */
    private static final String AGENT = "io.opentelemetry.javaagent.OpenTelemetryAgent";

    /** The agent's switch as a system property; the environment variable has the same name in capitals. */
    private static final String ENABLED = "otel.javaagent.enabled";

    private Javaagent() {}

    /** Whether the agent is present in this JVM and not switched off. */
    public static boolean isActive() {
        return isPresent() && !"false".equalsIgnoreCase(enabled());
    }

    /** The JVM adds an agent's JAR, whatever its name, to the path of the system class loader. */
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
