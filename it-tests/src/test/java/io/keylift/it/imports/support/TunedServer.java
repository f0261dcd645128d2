// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/**
 * One Keycloak, with a PostgreSQL of its own, for all test classes that need other start options than the shared
 * server: it has a small connection pool, keeps no request timings, lets salted MD5 in, asks old systems
 * for passwords, and has non-default options of
 * the import, among them a key in the vault for what jobs store.
 */
public final class TunedServer implements AutoCloseable {

    private static final String OPTION = "spi-admin-realm-restapi-extension--bulk-import--";

    public static final int POOL_SIZE = 8;
    public static final int POOL_SHARE = 40;
    public static final int CHUNK_SIZE = 50;

    /** More than any disk has. */
    public static final String MAX_SPOOL_BYTES = "4611686018427387904";

    /** More than the largest job of {@code UndoIT} keeps, but for the one that is to keep too much. */
    public static final String MAX_UNDO_BYTES = "100000";

    /** Entry of the vault. */
    public static final String STORED_SECRETS_KEY = "keylift";

    /** Beginning of the SHA-256 of 32 zeros. */
    public static final String STORED_SECRETS_KEY_ID = "66687aadf862bd77";

    private final OldSystems oldSystems = new OldSystems();
    private final EmbeddedDatabase database = TestDatabase.start(TunedServer::built);
    private final KeycloakServer keycloak;
    private final AdminHttp admin;

    public TunedServer() {
        try {
            ServerSettings settings = settings("pool-share", Integer.toString(POOL_SHARE));
            oldSystems.options().forEach(settings::option);
            keycloak = settings.poolMaxSize(POOL_SIZE)
                    .option("log-level", "INFO,io.keylift.bulkimport.engine.Retry:debug")
                    .option(OPTION + "chunk-size", Integer.toString(CHUNK_SIZE))
                    .option(OPTION + "progress-seconds", "1")
                    .option(OPTION + "reject-keys", "hashed")
                    .option(OPTION + "export-secrets", "true")
                    .option(OPTION + "max-spool-bytes", MAX_SPOOL_BYTES)
                    .option(OPTION + "max-undo-bytes", MAX_UNDO_BYTES)
                    .option(OPTION + "stored-secrets-key-vault", STORED_SECRETS_KEY)
                    .option("spi-password-hashing--keylift-salted-md5--allowed", "true")
                    .option("vault-dir", vault().toString())
                    .start();
        } catch (RuntimeException e) {
            database.close();
            oldSystems.close();
            throw e;
        }
        admin = AdminHttp.master(keycloak.baseUrl());
        RealmTemplates.use(admin, database);
    }

    private static Path vault() {
        try {
            Path directory = Workspace.directory("vault");
            byte[] key = Base64.getEncoder().encode(new byte[32]);
            Files.write(directory.resolve("master_" + STORED_SECRETS_KEY), key);
            Files.writeString(directory.resolve("master_" + OldSystems.VAULT_ENTRY), OldSystems.KEY);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Settings for a server beside this one, in the same database, with one option of the import. */
    public ServerSettings settings(String option, String value) {
        return built(KeycloakServer.on(database)).maxHeap("512m").option(OPTION + option, value);
    }

    /** The settings of another server of this build: each build takes a while. */
    public static ServerSettings built(ServerSettings settings) {
        return settings.buildOption("vault", "file")
                .buildOption("spi-keylift-request-observer--request-timings--enabled", "false");
    }

    public KeycloakServer keycloak() {
        return keycloak;
    }

    /** The old systems that verify passwords of its users. */
    public OldSystems oldSystems() {
        return oldSystems;
    }

    public EmbeddedDatabase database() {
        return database;
    }

    public AdminHttp admin() {
        return admin;
    }

    /** A new realm, as the bootstrap administrator imports into it. */
    public ImportClient realm(String name) {
        TestRealms.create(admin, Map.of("realm", name, "enabled", true, "organizationsEnabled", true));
        return new ImportClient(admin, name);
    }

    @Override
    public void close() {
        keycloak.close();
        database.close();
        oldSystems.close();
    }
}
