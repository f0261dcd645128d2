// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides whether a thread runs our code. All code that ours calls counts as ours, such as the clock, meters and
 * histograms, except code that would run without us, to which ours only passes a call on.
 */
final class OurFrames {

    private static final String OURS = "io.keylift.metrics.";

    /** Creates the stage that calls us back, and calls the next interceptor. Only the former is due to us. */
    private static final String STAGE = "org.infinispan.interceptors.BaseAsyncInterceptor.invokeNextAndFinally";

    /** Methods of the server to which our code passes calls on, by our class. */
    private static final Map<String, Set<String>> PASSES_ON = Map.of(
            OURS + "request.RequestFilter",
            Set.of("next"),
            OURS + "cache.TimingInterceptor",
            Set.of("invokeNext", "acceptVisitor", "visitCommand"),
            OURS + "database.TimedJpaConnectionProviderFactory",
            Set.of("createEntityManager", "postInit"),
            OURS + "database.TimedSessions",
            Set.of("createEntityManager"),
            OURS + "database.TakeUpTransactionManagerLookup",
            Set.of("getTransactionManager"),
            OURS + "hashing.TimedPasswordHash",
            Set.of("verify", "encode", "encodedCredential", "policyCheck", "credentialHashingStrength"),
            OURS + "hashing.TimedPasswordHashFactory",
            Set.of("create"),
            OURS + "timings.MetricsRoute",
            Set.of("handle"));

    private OurFrames() {}

    /**
     * @param frames stack of the thread: class and method of each frame with a dot between them, the innermost frame
     *     first
     */
    static boolean isOurs(List<String> frames) {
        int innermost = 0;
        while (innermost < frames.size() && !frames.get(innermost).startsWith(OURS)) {
            innermost++;
        }
        if (innermost == frames.size()) {
            return false;
        }
        int called = innermost - 1;
        if (called >= 0 && frames.get(called).equals(STAGE)) {
            called--;
        }
        return called < 0
                || !PASSES_ON
                        .getOrDefault(className(frames.get(innermost)), Set.of())
                        .contains(methodName(frames.get(called)));
    }

    private static String className(String frame) {
        return frame.substring(0, frame.lastIndexOf('.'));
    }

    private static String methodName(String frame) {
        return frame.substring(frame.lastIndexOf('.') + 1);
    }
}
