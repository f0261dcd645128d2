// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import org.jboss.logging.Logger;

/**
 * Creates the factories of Keycloak that ours replace. Ours do not extend them: a superclass that has moved would
 * prevent the server from loading ours, and so from starting.
 */
public final class Replaced {

    private static final Logger LOG = Logger.getLogger(Replaced.class);

    private Replaced() {}

    /**
     * Creates an instance of this class. Logs a warning and returns {@code null} if the class no longer exists.
     *
     * @param figures figures that are missing without it, as the warning names them
     */
    public static <T> T factory(Class<T> type, String className, String figures) {
        try {
            return type.cast(Class.forName(className, true, Replaced.class.getClassLoader())
                    .getConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            LOG.warnf("This Keycloak has no class %s, so Keylift does not measure %s", className, figures);
            return null;
        }
    }
}
