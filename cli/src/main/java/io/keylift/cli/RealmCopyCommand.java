// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.realm.RealmSource;
import io.keylift.client.realm.ServerSource;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Copies a realm. */
@Command(
        name = "copy",
        description = "Creates a realm with the settings of another one, and imports its objects. After a failure,"
                + " the same command goes on.",
        footer = {
            "",
            "Example:",
            "  keylift realm copy --to-profile test --to-realm acme-test --verify",
            "  keylift realm copy --to-profile test --to-realm acme-test --settings --apply"
        })
final class RealmCopyCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Terminal terminal;

    @Mixin
    private RealmOptions options;

    @Option(names = "--dry-run", description = "Tell what the copy would lack, and create nothing")
    private boolean dryRun;

    @Mixin
    private FollowOptions following;

    @Mixin
    private TargetOptions to;

    @Mixin
    private ConnectionOptions connection;

    RealmCopyCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        options.require();
        try (Session from = connection.open(terminal, PATIENCE);
                Session target = to.open(terminal, from, PATIENCE)) {
            if (from.realm().equals("master") && !options.settings()) {
                throw new UsageException("The realm `master` administers its server, so it cannot be copied");
            }
            RealmSource source = ServerSource.of(from.server(), from.realm(), InputOptions.temporary());
            String name = from.server().address() + " " + from.realm();
            return new RealmTransfer(terminal, options, following).run(source, name, target, dryRun);
        }
    }
}
