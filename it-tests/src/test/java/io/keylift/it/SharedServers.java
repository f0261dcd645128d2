// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Which {@link SharedServer} a test class with {@link OnSharedServer} uses, decided by the class's name: always the
 * same, whichever classes run. With one server, its classes would take longer than all others in two threads.
 */
final class SharedServers implements ResourceLocksProvider {

    private static final int COUNT = 2;

    @Override
    public Set<Lock> provideForClass(Class<?> testClass) {
        return Set.of(new Lock(of(testClass)));
    }

    /** The name of the server of a test class. */
    static String of(Class<?> testClass) {
        return "SharedServer " + Math.floorMod(testClass.getName().hashCode(), COUNT);
    }
}
