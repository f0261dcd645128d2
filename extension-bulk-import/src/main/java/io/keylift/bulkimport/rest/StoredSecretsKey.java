// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.seal.Seal;
import io.keylift.bulkimport.seal.SealingKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.vault.VaultProvider;
import org.keycloak.vault.VaultRawSecret;

/**
 * The key that encrypts the records that jobs store. It is in a file or in Keycloak's vault, and never in the database,
 * which has the encrypted records.
 */
final class StoredSecretsKey {

    static final String FILE = "stored-secrets-key-file";
    static final String VAULT = "stored-secrets-key-vault";

    private static final Set<PosixFilePermission> OTHERS =
            EnumSet.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private final String file;
    private final String vaultEntry;
    private final SealingKeys temporary = SealingKeys.temporary();
    private volatile SealingKeys configured;

    private StoredSecretsKey(OptionReader options) {
        file = options.text(FILE);
        vaultEntry = options.text(VAULT);
    }

    static StoredSecretsKey of(OptionReader options) {
        StoredSecretsKey key = new StoredSecretsKey(options);
        if (key.file != null) {
            if (key.vaultEntry != null) {
                throw OptionReader.bad(VAULT, key.vaultEntry, "absent if option `" + FILE + "` is given");
            }
            key.configured = key.ofFile();
        }
        return key;
    }

    /**
     * Reads the key from the vault, if it is there. The vaults of Keycloak have their entries by realm; this one counts
     * as one of the master realm, so that no administrator of another realm can refer to it.
     */
    void readVault(KeycloakSessionFactory factory) {
        if (vaultEntry != null) {
            KeycloakModelUtils.runJobInTransaction(factory, this::readVault);
        }
    }

    void readVault(KeycloakSession session) {
        session.getContext().setRealm(session.realms().getRealmByName(Config.getAdminRealm()));
        configured = ofVault(session.getProvider(VaultProvider.class));
    }

    /** The configured key, which outlives the server. */
    Optional<SealingKeys> configured() {
        return Optional.ofNullable(configured);
    }

    /**
     * The seal for records that a job stores until its end: under the configured key, or under one that this server has
     * until it stops.
     */
    Seal forJob(String uid) {
        if (configured == null && vaultEntry != null) {
            throw new IllegalStateException("The vault has not been read yet");
        }
        return configured().orElse(temporary).forJob(uid);
    }

    void describe(Map<String, String> values) {
        values.put(FILE, Objects.toString(file, ""));
        values.put(VAULT, Objects.toString(vaultEntry, ""));
        configured().ifPresent(keys -> values.put("stored-secrets-key-id", keys.id()));
    }

    private SealingKeys ofFile() {
        Path path = Path.of(file);
        String text;
        try {
            if (isOpenToOthers(path)) {
                throw badFile("a file that only its owner and group can read");
            }
            text = Files.readString(path);
        } catch (IOException e) {
            throw badFile("a readable text file");
        }
        try {
            return SealingKeys.parse(text);
        } catch (IllegalArgumentException e) {
            throw badFile("a file with a key of 32 bytes in Base64 on each line (" + e.getMessage() + ")");
        }
    }

    private static boolean isOpenToOthers(Path path) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        return view != null && view.readAttributes().permissions().stream().anyMatch(OTHERS::contains);
    }

    private IllegalArgumentException badFile(String expected) {
        return OptionReader.bad(FILE, file, expected);
    }

    private SealingKeys ofVault(VaultProvider vault) {
        if (vault == null) {
            throw OptionReader.bad(VAULT, vaultEntry, "absent unless Keycloak has a vault (option `vault`)");
        }
        try (VaultRawSecret secret = vault.obtainSecret(vaultEntry)) {
            return secret.get()
                    .map(bytes -> SealingKeys.parse(
                            StandardCharsets.UTF_8.decode(bytes.duplicate()).toString()))
                    .orElseThrow(() -> new IllegalArgumentException("the vault has none for the master realm"));
        } catch (IllegalArgumentException e) {
            throw OptionReader.bad(
                    VAULT,
                    vaultEntry,
                    "an entry with a key of 32 bytes in Base64 on each line (" + e.getMessage() + ")");
        }
    }
}
