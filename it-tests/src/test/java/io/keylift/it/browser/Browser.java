// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium without a window, with a profile of its own that nobody used before. */
public final class Browser implements AutoCloseable {

    private final ChromeDriver driver;

    private final Path downloads;

    private Browser(ChromeDriver driver, Path downloads) {
        this.driver = driver;
        this.downloads = downloads;
    }

    /** Starts the machine's Chromium; a test on a machine without one is skipped, and says why. */
    public static Browser start() {
        Optional<Path> chromium = find("chromium");
        Optional<Path> driver = find("chromedriver");
        Assumptions.assumeTrue(
                chromium.isPresent() && driver.isPresent(),
                "This test needs chromium and chromedriver (on Debian: apt-get install chromium chromium-driver)");
        Path profile = profile();
        Path downloads = profile.resolve("downloads");
        ChromeOptions options = new ChromeOptions();
        options.setExperimentalOption("prefs", Map.of("download.default_directory", downloads.toString()));
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
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.INFO);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = ChromeDriverService.createDefaultService();
        service.setExecutable(driver.get().toString());
        return new Browser(new ChromeDriver(service, options), downloads);
    }

    WebDriver driver() {
        return driver;
    }

    /** What pages have reported as errors to the browser's console since this was last asked, failed requests included. */
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Addresses that pages have asked for since this was last asked; what is in the page itself, such as an image, is none. */
    public List<URI> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> AdminHttp.parse(entry.getMessage()).path("message"))
                .filter(event -> event.path("method").asText().equals("Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").asText())
                .filter(address -> address.matches("(http|ws)s?:.*"))
                .map(URI::create)
                .toList();
    }

    /** Lines of a file that a page hands over, once all of it is there. */
    public List<String> awaitDownload(String name) {
        Path file = downloads.resolve(name);
        Awaitility.await("download " + name).until(() -> Files.exists(file));
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs JavaScript in the page; what it returns is that of Selenium's {@code executeScript}. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Runs JavaScript in the page and waits until it calls its last argument. */
    Object runAsync(String script, Object... arguments) {
        return driver.executeAsyncScript(script, arguments);
    }

    /** Memory of all processes of this browser in bytes, what they share counted once. */
    public long memory() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("chromium"))
                .mapToLong(Browser::proportionalMemory)
                .sum();
    }

    private static long proportionalMemory(ProcessHandle process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Pss:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            // It has just ended.
            return 0;
        }
    }

    /** Writes what is to be seen as a PNG below the build directory. */
    public void screenshot(String name) {
        try {
            Files.write(
                    Workspace.directory("screenshots").resolve(name + ".png"),
                    driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Width and height of the page in CSS pixels, and whether its reader likes it dark. */
    public void view(int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
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
