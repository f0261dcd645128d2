// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The import's options on the Server Info page, and the error for an invalid value. */
@OnTunedServer
class ServerInfoIT {

    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {};

    @Test
    void serverInfoShowsTheEffectiveValueOfEveryOption(TunedServer server) {
        Map<String, String> info = AdminHttp.JSON.convertValue(
                server.admin()
                        .get("/admin/serverinfo")
                        .at("/providers/admin-realm-restapi-extension/providers/bulk-import/operationalInfo"),
                TEXTS);

        assertThat(info)
                .containsOnly(
                        Map.entry("version", System.getProperty("keylift.version")),
                        Map.entry("chunk-size", "" + TunedServer.CHUNK_SIZE),
                        Map.entry("pool-share", "" + TunedServer.POOL_SHARE),
                        Map.entry("max-parallelism", "3"),
                        Map.entry("max-active-jobs", "4"),
                        Map.entry("max-record-bytes", "1048576"),
                        Map.entry("max-gzip-ratio", "250"),
                        Map.entry("relaxed-commits", "true"),
                        Map.entry("database-retry-seconds", "30"),
                        Map.entry("retention-days", "30"),
                        Map.entry("spool-directory", System.getProperty("java.io.tmpdir")),
                        Map.entry("max-spool-bytes", TunedServer.MAX_SPOOL_BYTES),
                        Map.entry("progress-seconds", "1"),
                        Map.entry("reject-keys", "hashed"),
                        Map.entry("export-secrets", "true"),
                        Map.entry("max-undo-bytes", TunedServer.MAX_UNDO_BYTES),
                        Map.entry("min-client-rate", "16"),
                        Map.entry("stored-secrets-key-file", ""),
                        Map.entry("stored-secrets-key-vault", TunedServer.STORED_SECRETS_KEY),
                        Map.entry("stored-secrets-key-id", TunedServer.STORED_SECRETS_KEY_ID),
                        Map.entry("allow-untested-keycloak", "false"),
                        Map.entry("create-missing-indexes", "false"));
    }

    @Test
    void anOptionIsInForce(TunedServer server) throws IOException {
        ImportAnswer answer =
                server.realm("options").post("users", UserRecords.users("user", 1, 2 * TunedServer.CHUNK_SIZE + 1));

        assertThat(answer.chunks()).hasSize(3);
    }

    /** SettingsTest has the values of other options. */
    @Test
    void aBadValueKeepsTheServerFromStarting(TunedServer server, @TempDir Path directory) throws IOException {
        Path log = directory.resolve("log");
        ServerSettings settings = server.settings("chunk-size", "abc").log(log);

        assertThatThrownBy(() -> settings.start().close()).hasMessageContaining("ended before it was ready");

        assertThat(Files.readAllLines(log))
                .anySatisfy(line -> assertThat(line)
                        .contains("--spi-admin-realm-restapi-extension--bulk-import--chunk-size")
                        .contains("1 to 10000")
                        .contains("\"abc\""));
    }
}
