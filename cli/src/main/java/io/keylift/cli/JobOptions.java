// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every job that sends records. The server checks the values. */
final class JobOptions {

    @Option(
            names = "--job",
            paramLabel = "NAME",
            description = "Name of the job. The same input under the same name resumes it. Default: a new name.")
    private String name;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "1",
            description = "Send the input as N jobs at the same time, which a balancer spreads over nodes. Default: 1.")
    private int streams;

    @Option(names = "--rate", paramLabel = "N", description = "Send at most N lines in a second. Default: no limit.")
    private double rate;

    @Option(
            names = "--give-up-after",
            paramLabel = "MINUTES",
            defaultValue = "60",
            description = "Minutes without progress after which the command ends. Default: ${DEFAULT-VALUE}.")
    private int giveUpAfter;

    @Option(
            names = "--rejects",
            paramLabel = "FILE",
            description = "Write the rejects, each with its original record, to this file")
    private String rejects;

    @Mixin
    private FollowOptions following;

    @Option(names = "--chunk-size", paramLabel = "N", description = "Records in a transaction")
    private Integer chunkSize;

    @Option(names = "--parallelism", paramLabel = "N", description = "Chunks at the same time, or auto")
    private String parallelism;

    @Option(names = "--max-rejects", paramLabel = "N", description = "Stop if there are more rejects")
    private Long maxRejects;

    @Option(names = "--on-reject", paramLabel = "WHAT", description = "continue or stop.")
    private String onReject;

    boolean isNamed() {
        return name != null;
    }

    /** Whether anything is given that is about one job. */
    boolean isOfOneJob() {
        return name != null
                || streams > 1
                || rate > 0
                || rejects != null
                || !parameters().isEmpty();
    }

    /** The given name, or a new one. */
    String name(String kind) {
        if (name != null) {
            return name;
        }
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        String random =
                HexFormat.of().toHexDigits((short) ThreadLocalRandom.current().nextInt());
        return (kind == null ? "realm" : kind) + "-" + time + "-" + random;
    }

    int streams() {
        return streams;
    }

    double rate() {
        return rate;
    }

    Duration patience() {
        return Duration.ofMinutes(giveUpAfter);
    }

    String rejects() {
        return rejects;
    }

    FollowOptions following() {
        return following;
    }

    /** Parameters of the request that were given. */
    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        put(parameters, "chunkSize", chunkSize);
        put(parameters, "parallelism", parallelism);
        put(parameters, "maxRejects", maxRejects);
        put(parameters, "onReject", onReject);
        return parameters;
    }

    static void put(Map<String, String> parameters, String name, Object value) {
        if (value != null && !Boolean.FALSE.equals(value)) {
            parameters.put(name, value.toString());
        }
    }
}
