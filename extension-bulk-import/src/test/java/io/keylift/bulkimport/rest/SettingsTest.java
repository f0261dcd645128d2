// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.provider.ProviderConfigProperty;

class SettingsTest {

    private static final int POOL_SIZE = 10;

    @TempDir
    static Path directory;

    static Stream<ProviderConfigProperty> documented() {
        return Settings.metadata().stream();
    }

    static Stream<ProviderConfigProperty> numbers() {
        return documented().filter(option -> option.getType().equals(ProviderConfigProperty.INTEGER_TYPE));
    }

    @Test
    void showsTheDocumentedDefaults() {
        Map<String, String> shown = settings(Map.of()).describe();

        Map<String, String> expected = new HashMap<>(Map.of("max-parallelism", shown.get("max-parallelism")));
        documented().forEach(option -> expected.put(option.getName(), "" + option.getDefaultValue()));
        assertThat(shown).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("documented")
    void showsWhatAnOptionSays(ProviderConfigProperty option) throws IOException {
        String value = switch (option.getName()) {
            case "spool-directory" -> "/";
            case "max-spool-bytes" -> "1048576";
            case "max-undo-bytes" -> "1024";
            case "progress-seconds" -> "9";
            case "reject-keys" -> "hashed";
            case StoredSecretsKey.FILE ->
                StoredSecretsKeyTest.keyFile(directory.resolve("key")).toString();
            case StoredSecretsKey.VAULT -> "keylift";
            default ->
                option.getDefaultValue() instanceof Integer number
                        ? "" + (number + 1)
                        : "" + !(Boolean) option.getDefaultValue();
        };

        assertThat(settings(Map.of(option.getName(), value)).describe()).containsEntry(option.getName(), value);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void refusesWhatIsNoNumber(ProviderConfigProperty option) {
        for (String value : new String[] {"abc", "", "1.5", "0x10", "10000000000", "-1"}) {
            assertRefused(option.getName(), value);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "chunk-size, 1, 10000",
        "pool-share, 1, 100",
        "max-active-jobs, 1, 1000",
        "max-record-bytes, 1024, 67108864",
        "max-gzip-ratio, 10, 2000",
        "database-retry-seconds, 0, 3600",
        "retention-days, 0, 36500",
        "progress-seconds, 1, 10",
    })
    void refusesWhatIsOutOfRange(String option, int min, int max) {
        for (int value : new int[] {min, max}) {
            assertThat(settings(Map.of(option, "" + value)).describe()).containsEntry(option, "" + value);
        }
        assertRefused(option, "" + (min - 1)).hasMessageContaining("from " + min + " to " + max);
        assertRefused(option, "" + (max + 1)).hasMessageContaining("from " + min + " to " + max);
    }

    @Test
    void refusesASpoolThatIsNoPlaceOrTooSmall() {
        assertRefused("spool-directory", "/no/such/directory").hasMessageContaining("writable directory");
        assertRefused("max-spool-bytes", "1048575").hasMessageContaining("at least 1048576");
        assertRefused("max-spool-bytes", "8G").hasMessageContaining("at least 1048576");
    }

    @Test
    void refusesAnUnknownWayToKeepTheKeysOfRejects() {
        assertThat(settings(Map.of("reject-keys", "hashed")).describe()).containsEntry("reject-keys", "hashed");
        assertRefused("reject-keys", "HASHED").hasMessageContaining("plain or hashed");
    }

    @Test
    void refusesWhatIsNeitherTrueNorFalse() {
        for (String value : new String[] {"perhaps", "", "yes", "1"}) {
            assertRefused("relaxed-commits", value);
            assertRefused("allow-untested-keycloak", value);
            assertRefused("create-missing-indexes", value);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, 1", "20, 2", "39, 3"})
    void takesTheShareOfThePoolButOneConnectionAtLeast(String share, String parallelism) {
        assertThat(settings(Map.of("pool-share", share)).describe()).containsEntry("max-parallelism", parallelism);
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(String option, String value) {
        return assertThatThrownBy(() -> settings(Map.of(option, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--spi-admin-realm-restapi-extension--bulk-import--" + option + " ")
                .hasMessageContaining("\"" + value + "\"");
    }

    private static Settings settings(Map<String, String> options) {
        return Settings.of(new OptionReader(options::get), POOL_SIZE);
    }
}
