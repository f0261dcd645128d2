// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import org.jboss.logging.Logger;

/**
 * Finds the factories of Keycloak's own in whose place ours stand. They are no superclasses of ours: one that has moved
 * would keep the server from loading ours, and so from starting.
 */
public final class Replaced {

    private static final Logger LOG = Logger.getLogger(Replaced.class);

    private Replaced() {}

    /**
     * A new one of this class, or {@code null} if there is none any more, of which it warns.
     *
     * @param figures what is missing without it, as the warning names it
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
