// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import io.keylift.it.server.Workspace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A real Chromium without a window, with a profile of its own that nobody used before. */
public final class Browser implements AutoCloseable {

    private final WebDriver driver;

    private Browser(WebDriver driver) {
        this.driver = driver;
    }

    /** Starts the machine's Chromium; a test on a machine without one is skipped, and says why. */
    public static Browser start() {
        Optional<Path> chromium = find("chromium");
        Optional<Path> driver = find("chromedriver");
        Assumptions.assumeTrue(
                chromium.isPresent() && driver.isPresent(),
                "This test needs chromium and chromedriver (on Debian: apt-get install chromium chromium-driver)");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.get().toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en",
                "--window-size=1600,1200",
                "--user-data-dir=" + profile());
        ChromeDriverService service = ChromeDriverService.createDefaultService();
        service.setExecutable(driver.get().toString());
        return new Browser(new ChromeDriver(service, options));
    }

    WebDriver driver() {
        return driver;
    }

    /** Below the build directory: what Chromium still writes as it ends is in nobody's way there. */
    private static Path profile() {
        try {
            return Files.createTempDirectory(Workspace.directory("browser"), "profile-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Path> find(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
