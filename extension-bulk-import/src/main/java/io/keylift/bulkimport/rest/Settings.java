// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.EngineSettings;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.startup.Suitability;
import io.keylift.bulkimport.store.RejectKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;

/**
 * The options of the extension with their effective values.
 *
 * @param chunkSize records in a chunk if the caller does not say
 * @param maxChunkBytes size in bytes at which a chunk ends even if it has fewer records
 * @param poolShare share of the connection pool that imports may use, in percent
 * @param retention how long an ended job is kept
 * @param spoolDirectory directory for data that has been received or written but not read yet, or {@code null}
 * @param maxSpoolBytes maximum size of all that data
 * @param allowUntestedKeycloak whether imports run on an untested version of Keycloak
 * @param createMissingIndexes whether indexes that Keycloak did not create are created at startup
 * @param progress longest time without a line in a response
 * @param rejectKeys how the ledger stores the keys of rejected records
 * @param exportSecrets whether exports can have secrets
 * @param minClientRate lowest average rate of a client that sends or reads, in bytes a second
 * @param storedSecretsKey key that encrypts the records that jobs store
 */
record Settings(
        EngineSettings engine,
        InputLimits limits,
        int chunkSize,
        int maxChunkBytes,
        int poolShare,
        Duration retention,
        Path spoolDirectory,
        long maxSpoolBytes,
        boolean allowUntestedKeycloak,
        boolean createMissingIndexes,
        Duration progress,
        RejectKeys rejectKeys,
        boolean exportSecrets,
        int minClientRate,
        StoredSecretsKey storedSecretsKey) {

    static final String CHUNK_SIZE = "chunk-size";
    static final String POOL_SHARE = "pool-share";
    static final String MAX_ACTIVE_JOBS = "max-active-jobs";
    static final String MAX_RECORD_BYTES = "max-record-bytes";
    static final String MAX_GZIP_RATIO = "max-gzip-ratio";
    static final String RELAXED_COMMITS = "relaxed-commits";
    static final String DATABASE_RETRY_SECONDS = "database-retry-seconds";
    static final String RETENTION_DAYS = "retention-days";
    static final String SPOOL_DIRECTORY = "spool-directory";
    static final String MAX_SPOOL_BYTES = "max-spool-bytes";
    static final String ALLOW_UNTESTED_KEYCLOAK = Suitability.ALLOW_UNTESTED_KEYCLOAK;
    static final String CREATE_MISSING_INDEXES = "create-missing-indexes";
    static final String PROGRESS_SECONDS = "progress-seconds";
    static final String REJECT_KEYS = "reject-keys";
    static final String EXPORT_SECRETS = "export-secrets";
    static final String MAX_UNDO_BYTES = "max-undo-bytes";
    static final String MIN_CLIENT_RATE = "min-client-rate";

    private static final Set<String> OF_CALLERS = Set.of(
            CHUNK_SIZE,
            MAX_ACTIVE_JOBS,
            MAX_RECORD_BYTES,
            MAX_GZIP_RATIO,
            RETENTION_DAYS,
            EXPORT_SECRETS,
            MAX_UNDO_BYTES,
            MIN_CLIENT_RATE);

    private static final int DEFAULT_CHUNK_SIZE = 1000;
    private static final int DEFAULT_POOL_SHARE = 50;
    private static final int DEFAULT_MAX_ACTIVE_JOBS = 4;
    private static final int DEFAULT_MAX_RECORD_BYTES = 1 << 20;
    private static final int DEFAULT_MAX_GZIP_RATIO = 250;
    private static final int DEFAULT_DATABASE_RETRY_SECONDS = 30;
    private static final int DEFAULT_RETENTION_DAYS = 30;
    private static final long DEFAULT_MAX_SPOOL_BYTES = 8L << 30;
    private static final long LEAST_SPOOL_BYTES = 1 << 20;
    private static final long DEFAULT_MAX_UNDO_BYTES = 1L << 30;
    private static final long LEAST_UNDO_BYTES = 1 << 10;

    /** About a kilobyte a minute. */
    private static final int DEFAULT_MIN_CLIENT_RATE = 16;

    /** Also the default: timeouts of load balancers start at 30 seconds. */
    private static final int MAX_PROGRESS_SECONDS = 10;

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    /** A node that has missed this many heartbeats counts as dead. */
    private static final int MISSED_HEARTBEATS = 6;

    private static final int MAX_CHUNK_BYTES = 8 << 20;

    /** A record this many times longer than the maximum is taken to be endless. */
    private static final long ENDLESS_FACTOR = 256;

    /** More chunks in flight per core only wait for each other. */
    private static final int MAX_PER_CORE = 4;

    static Settings of(OptionReader options, int poolSize) {
        int share = options.number(POOL_SHARE, DEFAULT_POOL_SHARE, 1, 100);
        int perPool = Math.max(1, poolSize * share / 100);
        int maxParallelism =
                Math.min(perPool, MAX_PER_CORE * Runtime.getRuntime().availableProcessors());
        int maxRecordBytes = options.number(MAX_RECORD_BYTES, DEFAULT_MAX_RECORD_BYTES, 1024, 64 << 20);
        EngineSettings engine = new EngineSettings(
                nodeName(),
                maxParallelism,
                options.number(MAX_ACTIVE_JOBS, DEFAULT_MAX_ACTIVE_JOBS, 1, 1000),
                maxRecordBytes,
                options.truth(RELAXED_COMMITS, true),
                HEARTBEAT,
                options.number(MAX_UNDO_BYTES, DEFAULT_MAX_UNDO_BYTES, LEAST_UNDO_BYTES, Long.MAX_VALUE),
                Duration.ofSeconds(options.number(DATABASE_RETRY_SECONDS, DEFAULT_DATABASE_RETRY_SECONDS, 0, 3600)));
        InputLimits limits = new InputLimits(
                maxRecordBytes,
                options.number(MAX_GZIP_RATIO, DEFAULT_MAX_GZIP_RATIO, 10, 2000),
                ENDLESS_FACTOR * maxRecordBytes);
        return new Settings(
                engine,
                limits,
                options.number(CHUNK_SIZE, DEFAULT_CHUNK_SIZE, 1, ImportParameters.MAX_CHUNK_SIZE),
                MAX_CHUNK_BYTES,
                share,
                Duration.ofDays(options.number(RETENTION_DAYS, DEFAULT_RETENTION_DAYS, 0, 36500)),
                options.directory(SPOOL_DIRECTORY),
                options.number(MAX_SPOOL_BYTES, DEFAULT_MAX_SPOOL_BYTES, LEAST_SPOOL_BYTES, Long.MAX_VALUE),
                options.truth(ALLOW_UNTESTED_KEYCLOAK, false),
                options.truth(CREATE_MISSING_INDEXES, false),
                Duration.ofSeconds(options.number(PROGRESS_SECONDS, MAX_PROGRESS_SECONDS, 1, MAX_PROGRESS_SECONDS)),
                options.choice(REJECT_KEYS, RejectKeys.PLAIN),
                options.truth(EXPORT_SECRETS, false),
                options.number(MIN_CLIENT_RATE, DEFAULT_MIN_CLIENT_RATE, 0, 1 << 20),
                StoredSecretsKey.of(options));
    }

    long heartbeatLimitMillis() {
        return engine.heartbeat().toMillis() * MISSED_HEARTBEATS;
    }

    /** Effective values for the Server Info page. */
    Map<String, String> describe() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(CHUNK_SIZE, String.valueOf(chunkSize));
        values.put(POOL_SHARE, String.valueOf(poolShare));
        values.put("max-parallelism", String.valueOf(engine.maxParallelism()));
        values.put(MAX_ACTIVE_JOBS, String.valueOf(engine.maxActiveJobs()));
        values.put(MAX_RECORD_BYTES, String.valueOf(limits.maxRecordBytes()));
        values.put(MAX_GZIP_RATIO, String.valueOf(limits.maxGzipRatio()));
        values.put(RELAXED_COMMITS, String.valueOf(engine.relaxedCommits()));
        values.put(DATABASE_RETRY_SECONDS, String.valueOf(engine.databaseRetry().toSeconds()));
        values.put(RETENTION_DAYS, String.valueOf(retention.toDays()));
        values.put(
                SPOOL_DIRECTORY,
                spoolDirectory == null ? System.getProperty("java.io.tmpdir") : spoolDirectory.toString());
        values.put(MAX_SPOOL_BYTES, String.valueOf(maxSpoolBytes));
        values.put(ALLOW_UNTESTED_KEYCLOAK, String.valueOf(allowUntestedKeycloak));
        values.put(CREATE_MISSING_INDEXES, String.valueOf(createMissingIndexes));
        values.put(PROGRESS_SECONDS, String.valueOf(progress.toSeconds()));
        values.put(REJECT_KEYS, rejectKeys.name().toLowerCase(Locale.ROOT));
        values.put(MAX_UNDO_BYTES, String.valueOf(engine.maxUndoBytes()));
        values.put(EXPORT_SECRETS, String.valueOf(exportSecrets));
        values.put(MIN_CLIENT_RATE, String.valueOf(minClientRate));
        storedSecretsKey.describe(values);
        return values;
    }

    /** Effective values that callers meet; nothing of the machine. */
    Map<String, String> ofCallers() {
        Map<String, String> values = describe();
        values.keySet().retainAll(OF_CALLERS);
        return values;
    }

    static List<ProviderConfigProperty> metadata() {
        ProviderConfigurationBuilder options = ProviderConfigurationBuilder.create();
        number(
                options,
                CHUNK_SIZE,
                DEFAULT_CHUNK_SIZE,
                "Records per chunk, the unit of commit, if the request does not set it; from 1 to "
                        + ImportParameters.MAX_CHUNK_SIZE + ".");
        number(
                options,
                POOL_SHARE,
                DEFAULT_POOL_SHARE,
                "Share of the database connection pool that imports can use, in percent.");
        number(
                options,
                MAX_ACTIVE_JOBS,
                DEFAULT_MAX_ACTIVE_JOBS,
                "Maximum number of imports, of exports and of lists of rejects that a node works on at the same time."
                        + " While clients wait, free places go to the realms and callers that have fewer.");
        number(
                options,
                MAX_RECORD_BYTES,
                DEFAULT_MAX_RECORD_BYTES,
                "Maximum size of a record, in bytes. A longer record is rejected.");
        number(
                options,
                MAX_GZIP_RATIO,
                DEFAULT_MAX_GZIP_RATIO,
                "Maximum ratio of decompressed to compressed size. An input with a larger ratio counts as a"
                        + " decompression bomb.");
        truth(
                options,
                RELAXED_COMMITS,
                true,
                "On PostgreSQL, commit chunks with synchronous_commit off. The end of the job commits synchronously,"
                        + " which makes all chunks durable. After a crash of the database, send the input again to"
                        + " restore lost chunks.");
        number(
                options,
                DATABASE_RETRY_SECONDS,
                DEFAULT_DATABASE_RETRY_SECONDS,
                "Time an import waits for an unreachable database or user storage before it is interrupted, in"
                        + " seconds.");
        number(
                options,
                RETENTION_DAYS,
                DEFAULT_RETENTION_DAYS,
                "Time an ended job is kept with its ledger and rejects, in days; 0 keeps it forever.");
        options.property()
                .name(SPOOL_DIRECTORY)
                .type(ProviderConfigProperty.STRING_TYPE)
                .defaultValue(System.getProperty("java.io.tmpdir"))
                .helpText("Directory for the bodies of asynchronous imports and for results that clients have not read"
                        + " yet.")
                .add();
        options.property()
                .name(MAX_SPOOL_BYTES)
                .type(ProviderConfigProperty.STRING_TYPE)
                .defaultValue(DEFAULT_MAX_SPOOL_BYTES)
                .helpText("Maximum number of bytes in the spool directory, at least " + LEAST_SPOOL_BYTES
                        + ". A client that sends more waits until the import has read enough.")
                .add();
        truth(
                options,
                ALLOW_UNTESTED_KEYCLOAK,
                false,
                "Allows imports on a Keycloak version, or on Keycloak tables, that this build was not tested with.");
        truth(
                options,
                CREATE_MISSING_INDEXES,
                false,
                "Creates the indexes at start that Keycloak omitted because a table was large; on PostgreSQL"
                        + " concurrently, without blocking writes.");
        number(
                options,
                PROGRESS_SECONDS,
                MAX_PROGRESS_SECONDS,
                "Time without a line after which the response has a progress line, in seconds; from 1 to "
                        + MAX_PROGRESS_SECONDS + ".");
        options.property()
                .name(REJECT_KEYS)
                .type(ProviderConfigProperty.LIST_TYPE)
                .options("plain", "hashed")
                .defaultValue("plain")
                .helpText("Whether the list of rejects stores the keys of rejected records, such as usernames, as they"
                        + " are or as keyed hashes. The response to an import always has the keys.")
                .add();
        options.property()
                .name(MAX_UNDO_BYTES)
                .type(ProviderConfigProperty.STRING_TYPE)
                .defaultValue(DEFAULT_MAX_UNDO_BYTES)
                .helpText("Maximum number of bytes that a job with undo=true keeps in the database, at least "
                        + LEAST_UNDO_BYTES + ". The job stops before the chunk that would exceed it.")
                .add();
        truth(
                options,
                EXPORT_SECRETS,
                false,
                "Allows administrators with all roles of realm-admin to export credentials of users and secrets of"
                        + " clients.");
        number(
                options,
                MIN_CLIENT_RATE,
                DEFAULT_MIN_CLIENT_RATE,
                "Minimum average rate at which a client sends the body of an import and reads an answer, in bytes per"
                        + " second; 0 for none. A client that keeps the server waiting for more than a minute longer is"
                        + " cut off.");
        text(
                options,
                StoredSecretsKey.FILE,
                "File with the key that encrypts the records that jobs store: 32 bytes in Base64. Further lines can"
                        + " have earlier keys, which only decrypt. All nodes require the same.");
        text(
                options,
                StoredSecretsKey.VAULT,
                "Entry of Keycloak's vault, for the master realm, with that key; instead of a file");
        return options.build();
    }

    private static void text(ProviderConfigurationBuilder options, String name, String help) {
        options.property()
                .name(name)
                .type(ProviderConfigProperty.STRING_TYPE)
                .defaultValue("")
                .helpText(help)
                .add();
    }

    private static void truth(ProviderConfigurationBuilder options, String name, boolean value, String help) {
        options.property()
                .name(name)
                .type(ProviderConfigProperty.BOOLEAN_TYPE)
                .defaultValue(value)
                .helpText(help)
                .add();
    }

    private static void number(ProviderConfigurationBuilder options, String name, int value, String help) {
        options.property()
                .name(name)
                .type(ProviderConfigProperty.INTEGER_TYPE)
                .defaultValue(value)
                .helpText(help)
                .add();
    }

    private static String nodeName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
