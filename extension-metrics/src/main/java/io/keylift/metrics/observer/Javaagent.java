// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

/** The javaagent of OpenTelemetry. */
public final class Javaagent {

    /** Agents that are made of this one carry the class, too. */
    private static final String AGENT = "io.opentelemetry.javaagent.OpenTelemetryAgent";

    private Javaagent() {}

    /** Whether this JVM has it: the JVM puts an agent's JAR, whatever its name, on the path of the system's class loader. */
    public static boolean isPresent() {
        try {
            Class.forName(AGENT, false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
