// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.StreamedJob;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.realm.CopyState;
import io.keylift.client.realm.Gap;
import io.keylift.client.realm.RealmCopy;
import io.keylift.client.realm.RealmSource;
import io.keylift.client.realm.SettingsUpdate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Brings a realm, or its settings, to a server, for the commands that do. */
final class RealmTransfer {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NAME_BYTES = 12;

    private final Terminal terminal;
    private final RealmOptions options;
    private final FollowOptions following;

    RealmTransfer(Terminal terminal, RealmOptions options, FollowOptions following) {
        this.terminal = terminal;
        this.options = options;
        this.following = following;
    }

    /**
     * Runs to the end, and returns the exit code.
     *
     * @param from what the source is called, by which a copy that is run again is recognized
     */
    int run(RealmSource source, String from, Session target, boolean dryRun) throws IOException, InterruptedException {
        return options.settings() ? settings(source, target) : copy(source, from, target, dryRun);
    }

    private int settings(RealmSource source, Session target) throws IOException, InterruptedException {
        SettingsUpdate update = SettingsUpdate.of(target.server(), target.realm(), source.settings());
        update.differences().forEach(terminal.out()::println);
        int count = update.differences().size();
        if (count == 0) {
            terminal.err().println("The settings are the same");
            return ExitCode.COMPLETED;
        }
        if (!options.apply()) {
            terminal.err().println(count + " differences. Nothing was changed: `--apply` changes them.");
            return ExitCode.WITH_REJECTS;
        }
        List<Gap> left = update.apply();
        list("Not changed:", left);
        return left.isEmpty() ? ExitCode.COMPLETED : ExitCode.WITH_REJECTS;
    }

    private int copy(RealmSource source, String from, Session target, boolean dryRun)
            throws IOException, InterruptedException {
        CopyState state = CopyState.in(file(from, target));
        try (CopyProgress progress = new CopyProgress(terminal, following)) {
            RealmCopy copy =
                    new RealmCopy(source, target.server(), target.realm(), options.withKeys(), state, progress);
            list("The copy will lack:", copy.gaps());
            if (dryRun) {
                return ExitCode.COMPLETED;
            }
            int code = code(copy.run());
            list("The copy also lacks:", copy.found());
            if (options.verify() && code <= ExitCode.WITH_REJECTS) {
                code = Math.max(code, code(copy.verify()));
            }
            return copy.found().isEmpty() ? code : Math.max(code, ExitCode.WITH_REJECTS);
        }
    }

    private static int code(List<SummaryLine> summaries) {
        return summaries.isEmpty() ? ExitCode.COMPLETED : ExitCode.of(new StreamedJob(summaries));
    }

    private void list(String title, List<Gap> gaps) {
        if (!gaps.isEmpty()) {
            terminal.err().println(title);
            gaps.forEach(gap -> terminal.err().println("  " + gap));
        }
        if (following.json()) {
            for (Gap gap : gaps) {
                terminal.out()
                        .println(JSON.valueToTree(gap).<ObjectNode>deepCopy().put("type", "gap"));
            }
        }
    }

    /** One for each source and target. */
    private Path file(String from, Session target) throws IOException {
        String name = from + "\n" + target.server().address() + "\n" + target.realm();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            return Settings.folder(terminal.environment())
                    .resolve("copies")
                    .resolve(HexFormat.of().formatHex(hash, 0, NAME_BYTES) + ".json");
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }
}
