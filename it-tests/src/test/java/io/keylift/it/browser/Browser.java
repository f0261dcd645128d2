// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import io.keylift.it.server.Workspace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.remote.RemoteWebDriver;

/** A real headless browser with a new profile. */
public final class Browser implements AutoCloseable {

    /** Which browser: {@code chromium} or {@code firefox}. */
    private static final String KIND = System.getProperty("browser", "chromium");

    private final BrowserEngine engine;

    private final RemoteWebDriver driver;

    private final Path downloads;

    private Browser(BrowserEngine engine, Path downloads) {
        this.engine = engine;
        this.driver = engine.driver();
        this.downloads = downloads;
    }

    /** Starts the machine's browser; a test on a machine without it is skipped, and says why. */
    public static Browser start() {
        return start(true);
    }

    /**
     * Starts a browser whose memory is measured. It does not report requests: Firefox would read all uploads into
     * memory for that.
     */
    public static Browser startUntold() {
        return start(false);
    }

    private static Browser start(boolean tellsRequests) {
        Path profile = profile();
        Path downloads = profile.resolve("downloads");
        BrowserEngine engine = switch (KIND) {
            case "chromium" -> Chromium.start(profile, downloads);
            case "firefox" -> Firefox.start(profile, downloads, tellsRequests);
            default -> throw new IllegalArgumentException("browser: chromium or firefox, not " + KIND);
        };
        return new Browser(engine, downloads);
    }

    WebDriver driver() {
        return driver;
    }

    /** The errors in the browser's console since the last call, including failed requests. */
    public List<String> errors() {
        return engine.errors();
    }

    /**
     * Addresses that pages have asked for since this was last asked; what is in the page itself, such as an image, is
     * none.
     */
    public List<URI> requests() {
        return engine.requests();
    }

    /** Lines of a file that a page hands over, once all of it is there. */
    public List<String> awaitDownload(String name) {
        Path file = downloads.resolve(name);
        // Firefox makes an empty file first.
        Awaitility.await("download " + name).until(() -> Files.exists(file) && Files.size(file) > 0 && isComplete());
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isComplete() throws IOException {
        try (Stream<Path> files = Files.list(downloads)) {
            return files.noneMatch(file -> file.toString().endsWith(".part"));
        }
    }

    /** Opens a page, waits until it says this, and scrolls to where it does. */
    public void open(URI address, String text) {
        driver.get(address.toString());
        Awaitility.await("text " + text).until(() -> run("""
                        const found = [...document.querySelectorAll('body *')]
                            .find(element => !element.childElementCount && element.textContent.includes(arguments[0]));
                        found?.scrollIntoView();
                        return Boolean(found);
                        """, text).equals(true));
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
                .filter(process -> process.info().command().orElse("").contains(engine.program()))
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

    /** Writes what is to be seen as a PNG. */
    public void screenshot(Path file) {
        try {
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Width and height of the page in CSS pixels, and whether its reader likes it dark. */
    public void view(int width, int height, boolean dark) {
        view(width, height, dark, 1);
    }

    /** Sets the viewport, with {@code scale} pixels of the picture for each CSS pixel. */
    public void view(int width, int height, boolean dark, double scale) {
        engine.view(width, height, dark, scale);
    }

    /** A profile below the build directory, where a browser can still write while it ends. */
    private static Path profile() {
        try {
            return Files.createTempDirectory(Workspace.directory("browser"), "profile-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program of the machine; without it the test is skipped. */
    static Path require(String program, String where) {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
        Assumptions.assumeTrue(found.isPresent(), "This test needs " + program + " (" + where + ")");
        return found.orElseThrow();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
