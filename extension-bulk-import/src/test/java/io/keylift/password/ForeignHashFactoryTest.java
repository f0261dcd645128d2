// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.Config;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.credential.PasswordCredentialModel;

/** The providers as Keycloak finds and asks them. */
class ForeignHashFactoryTest {

    private static final Map<String, String> HASHES = Map.of(
            "keylift-bcrypt", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
            "keylift-scrypt",
                    "scrypt$1024$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVC"
                            + "BhhY8mx7rQwite/Pw==",
            "keylift-pbkdf2", "AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw",
            "keylift-ssha", "{SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr",
            "keylift-sha-crypt", "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5",
            "keylift-phpass", "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0",
            "keylift-salted-md5", "{SMD5}UjFY34os/pnZQ3oQOzjqGu4yeXE=");

    private static final Map<String, String> PASSWORDS = Map.of(
            "keylift-bcrypt", "U*U",
            "keylift-pbkdf2", "my password",
            "keylift-ssha", "testing123",
            "keylift-sha-crypt", "Hello world!",
            "keylift-phpass", "test12345",
            "keylift-salted-md5", "testing1234");

    static Stream<ForeignHashFactory> factories() {
        return ServiceLoader.load(PasswordHashProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(ForeignHashFactory.class::isInstance)
                .map(ForeignHashFactory.class::cast)
                .map(factory -> with(factory, true));
    }

    private static ForeignHashFactory with(ForeignHashFactory factory, boolean allowed) {
        factory.init((Config.Scope) Proxy.newProxyInstance(
                Config.Scope.class.getClassLoader(),
                new Class<?>[] {Config.Scope.class},
                (self, method, arguments) -> "getBoolean".equals(method.getName()) ? allowed : null));
        return factory;
    }

    @Test
    void keycloakFindsThemAll() {
        assertThat(factories().map(ForeignHashFactory::getId)).containsExactlyInAnyOrderElementsOf(HASHES.keySet());
        assertThat(factories())
                .isNotEmpty()
                .allMatch(factory -> factory.isSupported(null))
                .isNotEmpty()
                .allMatch(factory -> factory.order() == 0);
    }

    @ParameterizedTest
    @MethodSource("factories")
    void aProviderVerifiesAndMakesNothing(ForeignHashFactory factory) {
        PasswordHashProvider provider = factory.create(null);
        PasswordCredentialModel stored = stored(factory.getId(), HASHES.get(factory.getId()));

        assertThat(provider.policyCheck(null, stored)).isFalse();
        assertThatThrownBy(() -> provider.encodedCredential("secret", 1))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(factory.getId());
        if (PASSWORDS.containsKey(factory.getId())) {
            assertThat(provider.verify(PASSWORDS.get(factory.getId()), stored)).isTrue();
        }
        assertThat(provider.verify("another password", stored)).isFalse();
        assertThat(provider.verify("", stored)).isFalse();
        assertThat(provider.verify(null, stored)).isFalse();
    }

    /** A stored hash may come from another source than an import. */
    @ParameterizedTest
    @MethodSource("factories")
    void aProviderChecksTheBoundsAgain(ForeignHashFactory factory) {
        PasswordHashProvider provider = factory.create(null);

        for (String value : List.of(
                "",
                "$2b$31$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42",
                "$scrypt$ln=31,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",
                "pbkdf2_sha256$999999999$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=",
                "{SSHA}" + "A".repeat(10_000),
                "$6$rounds=999999999$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/"
                        + "YTBmSK6H9qs/y3RnOaw5v.",
                "$P$SIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0")) {
            assertThat(provider.verify("secret", stored(factory.getId(), value)))
                    .isFalse();
        }
    }

    /** bcrypt ignores what follows 72 bytes, so that only the bound refuses it. */
    @Test
    void aProviderRefusesEndlessPasswords() {
        PasswordCredentialModel stored =
                stored(Bcrypt.ID, OpenBSDBCrypt.generate("2b", Bytes.utf8("x".repeat(72)), new byte[16], 4));
        PasswordHashProvider provider = new BcryptFactory().create(null);

        assertThat(provider.verify("x".repeat(ForeignHash.MAX_PASSWORD), stored))
                .isTrue();
        assertThat(provider.verify("x".repeat(ForeignHash.MAX_PASSWORD + 1), stored))
                .isFalse();
    }

    @Test
    void saltedMd5IsOffUnlessAnOptionSaysOtherwise() {
        ForeignHashFactory factory = with(new SaltedMd5Factory(), false);
        PasswordCredentialModel stored = stored(SaltedMd5.ID, HASHES.get(SaltedMd5.ID));

        assertThat(factory.obstacle()).contains("--spi-password-hashing--keylift-salted-md5--allowed=true");
        assertThat(factory.create(null).verify("testing1234", stored)).isFalse();
        assertThat(with(factory, true).obstacle()).isNull();
        assertThat(factory.create(null).verify("testing1234", stored)).isTrue();
    }

    private static PasswordCredentialModel stored(String algorithm, String value) {
        return PasswordCredentialModel.createFromValues(algorithm, null, 1, value);
    }
}
