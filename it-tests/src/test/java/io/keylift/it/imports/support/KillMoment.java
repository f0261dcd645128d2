// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A moment of an import at which the server is killed.
 *
 * @param chunks minimum number of chunks that have reached the point by then
 * @param parallelism chunks in flight, as in the request
 */
public record KillMoment(Point point, int chunks, String parallelism) {

    /** The state of the server at the kill. */
    public enum Point {
        /** The answer has begun. */
        OPENED(null),
        /** A chunk has just been reported to the client. */
        REPORTED(null),
        /** A chunk has just been committed. */
        COMMITTED(null),
        /** A chunk's transaction has written a part of its rows. */
        IN_ATTRIBUTES("user_attribute"),
        IN_ROLES("user_role_mapping"),
        IN_MEMBERSHIPS("user_group_membership"),
        IN_CREDENTIALS("credential"),
        /** A chunk's transaction has written all its rows and not yet its line of the ledger. */
        IN_LEDGER("keylift_import_chunk"),
        /** All chunks are committed and the job is about to end. */
        ENDING("keylift_import_job");

        /** Writers to this table wait until the server is dead; {@code null} if the kill waits for no write. */
        public final String table;

        Point(String table) {
            this.table = table;
        }
    }

    /** Chunks that are left to delay: some may be in flight, or committed and not yet seen. */
    private static final int RESERVE = 10;

    /**
     * Moments from the very beginning of an import of so many chunks to its very end, each at another point.
     *
     * @param count how many, from 2 to the number of points
     */
    public static List<KillMoment> spread(long seed, int chunks, int count) {
        Random random = new Random(seed);
        List<Point> points = new ArrayList<>(List.of(Point.values()));
        points.removeAll(List.of(Point.OPENED, Point.ENDING));
        Collections.shuffle(points, random);
        List<Point> between = points.subList(0, count - 2);
        List<KillMoment> moments = new ArrayList<>();
        moments.add(new KillMoment(Point.OPENED, 0, parallelism(random)));
        for (int i = 0; i < between.size(); i++) {
            int chunk = (int) ((i + random.nextDouble()) * (chunks - RESERVE) / between.size());
            moments.add(new KillMoment(between.get(i), chunk, parallelism(random)));
        }
        moments.add(new KillMoment(Point.ENDING, chunks, parallelism(random)));
        return moments;
    }

    private static String parallelism(Random random) {
        return List.of("auto", "1", "2", "4").get(random.nextInt(4));
    }
}
