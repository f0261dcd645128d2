// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.HashMap;
import java.util.Map;

/** Times that a test sets. Processor time is unknown until it is set. */
class FakeTimes implements ThreadTimes {

    long cpu = -1;
    long paused;
    long allocated;
    final Map<Long, Long> ended = new HashMap<>();
    private long pausedWhenLastRead;

    @Override
    public long ofCurrentThread() {
        return cpu;
    }

    @Override
    public long whenWorkBegins(long now) {
        return cpu;
    }

    @Override
    public void workEnded(long now, long ofCurrentThread) {
        ended.put(now, ofCurrentThread);
    }

    @Override
    public long of(Thread thread) {
        return cpu;
    }

    @Override
    public long allocated(Thread thread) {
        return allocated;
    }

    @Override
    public long paused() {
        pausedWhenLastRead = paused;
        return paused;
    }

    @Override
    public long pausedWhenLastRead() {
        return pausedWhenLastRead;
    }
}
