// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.realm.DocumentSource;
import io.keylift.client.realm.RealmSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A job that sends whole records, also those of other systems. */
final class RecordJob {

    @Mixin
    private InputOptions inputs;

    @Mixin
    private MappingOptions mapping;

    @Mixin
    private RecordOptions records;

    @Mixin
    private JobOptions job;

    @Mixin
    private ConnectionOptions connection;

    /** @param parameters those of the command */
    int run(Terminal terminal, Map<String, String> parameters) throws IOException, InterruptedException {
        return run(terminal, parameters, from -> inputs.open(from, mapping));
    }

    /** Refuses files of which not every record can be converted. */
    int runWithoutProblems(Terminal terminal, Map<String, String> parameters) throws IOException, InterruptedException {
        return run(terminal, parameters, from -> inputs.open(from, mapping).requireNoProblems());
    }

    /**
     * Brings a realm of documents, or its settings.
     *
     * @param create whether the realm is a new one
     */
    int runRealm(Terminal terminal, Map<String, String> parameters, RealmOptions realm, boolean create)
            throws IOException, InterruptedException {
        realm.require();
        if (create == realm.settings()) {
            throw new UsageException("Give either `--create-realm` or `--settings`");
        }
        records.addTo(parameters);
        boolean dryRun = parameters.remove("dryRun") != null;
        if (!parameters.isEmpty() || mapping.isGiven() || job.isOfOneJob()) {
            throw new UsageException(
                    "`--create-realm` and `--settings` run jobs of their own: leave out options of a job");
        }
        Path file = inputs.document();
        RealmSource source = DocumentSource.of(file);
        try (Session target = connection.in(terminal).open(create ? "master" : null, job.patience())) {
            String from = file.toAbsolutePath().normalize().toString();
            return new RealmTransfer(terminal, realm, job.following()).run(source, from, target, dryRun);
        }
    }

    private int run(Terminal terminal, Map<String, String> parameters, JobInput.Source source)
            throws IOException, InterruptedException {
        records.addTo(parameters);
        return new JobCommands(terminal, connection, source, job).run(parameters);
    }
}
