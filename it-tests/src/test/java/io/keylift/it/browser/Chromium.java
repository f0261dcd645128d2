// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import io.keylift.it.http.AdminHttp;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium by chromedriver, whose logs contain the errors and the requests of pages. */
record Chromium(ChromeDriver driver) implements BrowserEngine {

    private static final String DEBIAN = "on Debian: apt-get install chromium chromium-driver";

    static Chromium start(Path profile, Path downloads) {
        Path chromium = Browser.require("chromium", DEBIAN);
        Path chromedriver = Browser.require("chromedriver", DEBIAN);
        ChromeOptions options = new ChromeOptions();
        options.setExperimentalOption("prefs", Map.of("download.default_directory", downloads.toString()));
        options.setBinary(chromium.toFile());
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
        service.setExecutable(chromedriver.toString());
        return new Chromium(new ChromeDriver(service, options));
    }

    @Override
    public String program() {
        return "chromium";
    }

    @Override
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public List<URI> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(entry -> AdminHttp.parse(entry.getMessage()).path("message"))
                .filter(event -> event.path("method").asText().equals("Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").asText())
                .filter(address -> address.matches("(http|ws)s?:.*"))
                .map(URI::create)
                .toList();
    }

    @Override
    public void view(int width, int height, boolean dark, double scale) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", false));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }
}
