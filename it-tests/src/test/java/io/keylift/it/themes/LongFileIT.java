// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.support.ui.Select;

/** A large file is uploaded from the disk without being loaded into the browser. */
@SecondTier
@OnSharedServer
class LongFileIT {

    private static final int LINES = 100_000;

    /** Additional memory that a browser may use while it sends a file of hundreds of megabytes, in bytes. */
    private static final long MORE = 150L << 20;

    @Test
    void aFileOfHundredsOfMegabytesNeedsNoMemory(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "long-file");
        String filling = "x".repeat(3_200);
        // The removal of an unknown user is the fastest line.
        Path file = UserFile.of(
                "long.ndjson", LINES, i -> "{\"username\":\"nobody-" + i + "\",\"firstName\":\"" + filling + "\"}");
        assertThat(Files.size(file)).isGreaterThan(2 * MORE);
        try (Browser browser = Browser.startUntold()) {
            AdminConsole console = realm.open(browser, "imports");
            console.element("keylift-file").sendKeys(file.toString());
            new Select(console.element("keylift-op")).selectByValue("remove");
            long before = browser.memory();
            assertThat(before).isPositive();
            console.press("[data-testid=keylift-start]");
            long[] most = {0};
            Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> {
                most[0] = Math.max(most[0], browser.memory());
                // Here and not behind: a browser that has loaded the file may never be done with it.
                assertThat(most[0] - before).as("memory for sending").isLessThan(MORE);
                assertThat(console.count("[data-testid=keylift-upload-failed]")).isZero();
                return console.count("[data-status=COMPLETED]") == 1;
            });
            assertThat(console.element("keylift-read").getText()).isEqualTo("100,000");
            assertThat(console.element("keylift-skipped").getText()).isEqualTo("100,000");
            System.out.printf(
                    "Browser: %d MB before, at most %d MB while it sent %d MB%n",
                    before >> 20, most[0] >> 20, Files.size(file) >> 20);
            assertThat(browser.errors()).isEmpty();
        } finally {
            Files.delete(file);
        }
    }
}
