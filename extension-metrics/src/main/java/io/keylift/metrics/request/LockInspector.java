// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds the locks that threads wait for, and their holders. */
final class LockInspector {

    /** Streams between the server and the client, by name, because the classes are internal to Quarkus. */
    private static final Set<String> CLIENT_STREAMS = Set.of("VertxInputStream", "VertxOutputStream");

    /** The stream is the caller of the wait, or the caller's caller. */
    private static final int NEAR = 6;

    /** Number of frames that reaches from the holder's own wait down to the code that acquired the lock. */
    private static final int DEPTH = 150;

    /** Number of the innermost frames, which show the holder's present work. */
    private static final int TOP = 6;

    /** Number of frames below, of Keycloak's own code only, which show the purpose of the work. */
    private static final int OWN = 10;

    private static final String OWN_CODE = "org.keycloak.";

    /** Part of the names of classes that the JVM generates for lambdas. Their callers are in the stack, too. */
    private static final String LAMBDA = "$$Lambda";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** Records in each of these requests the lock that its thread waits for. */
    void inspect(List<RequestWork> requests, long now) {
        Map<Long, ThreadInfo> waits = infos(ids(requests), 0);
        Set<Long> wanted = new TreeSet<>();
        for (ThreadInfo wait : waits.values()) {
            wanted.add(wait.getLockOwnerId() < 0 ? wait.getThreadId() : wait.getLockOwnerId());
        }
        Map<Long, ThreadInfo> stacks = infos(wanted, DEPTH);
        for (RequestWork request : requests) {
            Thread worker = request.worker();
            ThreadInfo wait = worker == null ? null : waits.get(worker.getId());
            if (wait != null) {
                ThreadInfo own = stacks.get(worker.getId());
                request.inspected(own != null && isForClient(own.getStackTrace()), lock(wait, stacks), now);
            }
        }
    }

    /** The frames of these threads, the innermost first. A thread that has ended has none. */
    Map<Long, List<String>> frames(Collection<Long> ids, int most) {
        Map<Long, List<String>> frames = new HashMap<>();
        infos(ids, most).forEach((id, info) -> frames.put(id, frames(info)));
        return frames;
    }

    private static Set<Long> ids(List<RequestWork> requests) {
        Set<Long> ids = new TreeSet<>();
        for (RequestWork request : requests) {
            Thread worker = request.worker();
            if (worker != null) {
                ids.add(worker.getId());
            }
        }
        return ids;
    }

    private Map<Long, ThreadInfo> infos(Collection<Long> ids, int depth) {
        Map<Long, ThreadInfo> infos = new HashMap<>();
        long[] all = ids.stream().mapToLong(Long::longValue).toArray();
        for (ThreadInfo info : all.length == 0 ? new ThreadInfo[0] : threads.getThreadInfo(all, depth)) {
            if (info != null) {
                infos.put(info.getThreadId(), info);
            }
        }
        return infos;
    }

    /** {@code null} if no thread is the holder, as with a future. */
    private static LockWait lock(ThreadInfo wait, Map<Long, ThreadInfo> stacks) {
        if (wait.getLockInfo() == null || wait.getLockOwnerId() < 0) {
            return null;
        }
        ThreadInfo holder = stacks.get(wait.getLockOwnerId());
        return new LockWait(wait.getLockInfo().getClassName(), holder == null ? List.of() : relevant(frames(holder)));
    }

    /** The most informative frames: a stack between the pool of connections and Keycloak's code has a hundred. */
    static List<String> relevant(List<String> frames) {
        List<String> relevant = new ArrayList<>(frames.subList(0, Math.min(TOP, frames.size())));
        frames.stream()
                .skip(TOP)
                .filter(frame -> frame.startsWith(OWN_CODE) && !frame.contains(LAMBDA))
                .limit(OWN)
                .forEach(relevant::add);
        return relevant;
    }

    private static List<String> frames(ThreadInfo thread) {
        List<String> frames = new ArrayList<>();
        for (StackTraceElement frame : thread.getStackTrace()) {
            frames.add(frame.getClassName()
                    + '.'
                    + frame.getMethodName()
                    + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber()));
        }
        return frames;
    }

    static boolean isForClient(StackTraceElement[] stack) {
        return Arrays.stream(stack).limit(NEAR).anyMatch(frame -> CLIENT_STREAMS.contains(outermost(frame)));
    }

    private static String outermost(StackTraceElement frame) {
        String name = frame.getClassName();
        String simple = name.substring(name.lastIndexOf('.') + 1);
        int nested = simple.indexOf('$');
        return nested < 0 ? simple : simple.substring(0, nested);
    }
}
