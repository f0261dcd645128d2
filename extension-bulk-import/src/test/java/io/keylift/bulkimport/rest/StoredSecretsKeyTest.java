// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.seal.SealingKeys;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RealmProvider;
import org.keycloak.vault.DefaultVaultRawSecret;
import org.keycloak.vault.VaultProvider;
import org.keycloak.vault.VaultRawSecret;

class StoredSecretsKeyTest {

    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String OPTION = "--spi-admin-realm-restapi-extension--bulk-import--";

    @TempDir
    Path directory;

    private final List<String> asked = new ArrayList<>();

    static Path keyFile(Path file) throws IOException {
        Files.writeString(file, KEY + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"r--------", "rw-------", "rw-r-----"})
    void isReadFromAFile(String mode) throws IOException {
        StoredSecretsKey key = ofFile(file(mode));

        assertThat(key.configured().map(SealingKeys::id))
                .contains(SealingKeys.parse(KEY).id());
        assertThat(key.forJob("job").open(sealed(), "place")).containsExactly(1);
    }

    /** By another node that has the key. */
    private static byte[] sealed() {
        return SealingKeys.parse(KEY).forJob("job").seal(new byte[] {1}, "place");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw----r--", "rw-----w-", "rw-r--r--", "rwxrwxrwx"})
    void law9_aFileThatEveryUserOfTheMachineCanReadOrChangeIsRefused(String mode) throws IOException {
        assertRefused(file(mode)).hasMessageContaining("only its owner and group can read");
    }

    @Test
    void aFileWithoutAKeyIsRefused_andItsTextIsNotQuoted() throws IOException {
        assertRefused(directory.resolve("nowhere")).hasMessageContaining("a readable text file");
        assertRefused(directory.resolve("nowhere").getRoot()).hasMessageContaining("a file");
        Path file = file("rw-------");
        Files.writeString(file, "c2hvcnQ=");
        assertRefused(file)
                .hasMessageContaining("32 bytes in Base64")
                .hasMessageContaining("(line 1 has 5 bytes)")
                .hasMessageNotContaining("c2hvcnQ=");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
        assertRefused(file).hasMessageContaining("a readable text file");
    }

    @Test
    void oneOfTwoPlacesIsRefused() throws IOException {
        Map<String, String> both =
                Map.of(StoredSecretsKey.FILE, file("rw-------").toString(), StoredSecretsKey.VAULT, "keylift");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredSecretsKey.of(new OptionReader(both::get)))
                .withMessageContaining(OPTION + StoredSecretsKey.VAULT + " must be absent");
    }

    @Test
    void isReadFromTheVaultOfTheMasterRealm() {
        StoredSecretsKey key = ofVault();
        assertThatThrownBy(() -> key.forJob("job")).isInstanceOf(IllegalStateException.class);

        key.readVault(session(vault(KEY + "\n")));

        assertThat(asked).containsExactly("realm master", "entry keylift");
        assertThat(key.forJob("job").open(sealed(), "place")).containsExactly(1);
        assertThat(key.configured().map(SealingKeys::id))
                .contains(SealingKeys.parse(KEY).id());
    }

    @Test
    void anEntryThatIsMissingOrNoKeyIsRefused() {
        StoredSecretsKey key = ofVault();

        assertRefused(key, null).withMessageContaining("absent unless Keycloak has a vault");
        assertRefused(key, vault(null)).withMessageContaining("the vault has none for the master realm");
        assertRefused(key, vault("c2hvcnQ=")).withMessageContaining("(line 1 has 5 bytes)");
    }

    @Test
    void withoutAnOptionTheServerHasAKeyOfItsOwn() {
        StoredSecretsKey key = StoredSecretsKey.of(new OptionReader(name -> null));
        StoredSecretsKey restarted = StoredSecretsKey.of(new OptionReader(name -> null));
        byte[] sealed = key.forJob("job").seal(new byte[] {1}, "place");

        assertThat(key.configured()).isEmpty();
        assertThat(key.forJob("job").open(sealed, "place")).containsExactly(1);
        assertThatThrownBy(() -> restarted.forJob("job").open(sealed, "place")).hasMessageContaining("does not have");
    }

    private Path file(String mode) throws IOException {
        return Files.setPosixFilePermissions(
                keyFile(directory.resolve("key-" + mode)), PosixFilePermissions.fromString(mode));
    }

    private static StoredSecretsKey ofFile(Path file) {
        return StoredSecretsKey.of(new OptionReader(Map.of(StoredSecretsKey.FILE, file.toString())::get));
    }

    private static StoredSecretsKey ofVault() {
        return StoredSecretsKey.of(new OptionReader(Map.of(StoredSecretsKey.VAULT, "keylift")::get));
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(Path file) {
        return assertThatThrownBy(() -> ofFile(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(OPTION + StoredSecretsKey.FILE + " must be ")
                .hasMessageContaining("\"" + file + "\"");
    }

    private ThrowableAssertAlternative<?> assertRefused(StoredSecretsKey key, VaultProvider vault) {
        return assertThatIllegalArgumentException()
                .isThrownBy(() -> key.readVault(session(vault)))
                .withMessageContaining(OPTION + StoredSecretsKey.VAULT + " must be ");
    }

    private VaultProvider vault(String text) {
        return new VaultProvider() {
            @Override
            public VaultRawSecret obtainSecret(String entry) {
                asked.add("entry " + entry);
                return DefaultVaultRawSecret.forBuffer(Optional.ofNullable(text)
                        .map(secret -> ByteBuffer.wrap(secret.getBytes(StandardCharsets.UTF_8))));
            }

            @Override
            public void close() {}
        };
    }

    private KeycloakSession session(VaultProvider vault) {
        RealmModel master = fake(RealmModel.class, Map.of("getName", "master"));
        RealmProvider realms = fake(RealmProvider.class, Map.of("getRealmByName", master));
        KeycloakContext context = (KeycloakContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeycloakContext.class}, (proxy, method, arguments) -> {
                    asked.add("realm " + ((RealmModel) arguments[0]).getName());
                    return null;
                });
        Map<String, Object> answers = new HashMap<>(Map.of("realms", realms, "getContext", context));
        answers.put("getProvider", vault);
        return fake(KeycloakSession.class, answers);
    }

    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                StoredSecretsKeyTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName())));
    }
}
