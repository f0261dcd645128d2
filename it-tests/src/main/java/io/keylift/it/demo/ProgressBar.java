// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import java.io.PrintStream;
import java.util.Locale;

/** Progress of one import: share done, rate over the whole run, and the time that is left at this rate. */
final class ProgressBar {

    /**
     * A terminal has 80 columns at least, and a line that fills it leaves a copy of itself behind when it is redrawn.
     */
    private static final int COLUMNS = 78;

    private static final int LONGEST_BAR = 30;
    private static final long SCREEN_NANOS = 100_000_000L;
    private static final long PLAIN_NANOS = 2_000_000_000L;

    private final PrintStream out;
    private final Terminal terminal;
    private final String what;
    private final long total;
    private final long start = System.nanoTime();
    private long lastDrawn = start;
    private int lastLength;

    ProgressBar(PrintStream out, Terminal terminal, String what, long total) {
        this.out = out;
        this.terminal = terminal;
        this.what = what;
        this.total = total;
    }

    /** Draws the bar, unless it was drawn a moment ago. */
    void update(long done) {
        long now = System.nanoTime();
        if (now - lastDrawn >= (terminal == Terminal.SCREEN ? SCREEN_NANOS : PLAIN_NANOS)) {
            lastDrawn = now;
            draw(line(what, done, total, (now - start) / 1e9));
        }
    }

    /** Takes the bar off the screen, for good. */
    void clear() {
        if (terminal == Terminal.SCREEN) {
            out.print("\r" + " ".repeat(lastLength) + "\r");
            out.flush();
        }
    }

    private void draw(String line) {
        if (terminal == Terminal.SCREEN) {
            out.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
            out.flush();
            lastLength = line.length();
        } else {
            out.println(line);
        }
    }

    /**
     * The line after so many seconds, with at most {@link #COLUMNS} columns; the bar fills the space beside the
     * figures.
     */
    static String line(String what, long done, long total, double seconds) {
        double share = total == 0 ? 1 : Math.min(1, (double) done / total);
        double rate = seconds > 0 ? done / seconds : 0;
        String left = rate > 0 ? "  " + Math.round((total - done) / rate) + " s left" : "";
        String name = String.format("  %-13s ", what);
        String figures = String.format(
                Locale.ROOT, " %3d %%  %,d of %,d  %,.0f/s%s", (int) (share * 100), done, total, rate, left);
        int width = Math.max(0, Math.min(LONGEST_BAR, COLUMNS - name.length() - figures.length() - 2));
        int filled = (int) (share * width);
        return name + "[" + "#".repeat(filled) + ".".repeat(width - filled) + "]" + figures;
    }
}
