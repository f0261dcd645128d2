// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.bidi.log.LogLevel;
import org.openqa.selenium.bidi.module.LogInspector;
import org.openqa.selenium.bidi.module.Network;
import org.openqa.selenium.firefox.FirefoxDriver;
import org.openqa.selenium.firefox.FirefoxOptions;
import org.openqa.selenium.firefox.GeckoDriverService;
import org.openqa.selenium.remote.RemoteWebDriver;

/** Firefox by geckodriver, which reports the errors and the requests of pages by WebDriver BiDi. */
final class Firefox implements BrowserEngine {

    private final FirefoxDriver driver;

    private final Queue<String> errors = new ConcurrentLinkedQueue<>();

    private final Queue<URI> requests = new ConcurrentLinkedQueue<>();

    private Firefox(FirefoxDriver driver) {
        this.driver = driver;
    }

    static Firefox start(Path profile, Path downloads, boolean tellsRequests) {
        Path firefox = Browser.require("firefox-esr", "on Debian: apt-get install firefox-esr");
        Path geckodriver = Browser.require("geckodriver", "cargo install geckodriver");
        FirefoxOptions options = new FirefoxOptions();
        options.setBinary(firefox);
        options.addArguments("-headless", "--width=1600", "--height=1200", "-profile", profile.toString());
        options.addPreference("intl.accept_languages", "en");
        options.addPreference("browser.download.folderList", 2);
        options.addPreference("browser.download.dir", downloads.toString());
        options.enableBiDi();
        GeckoDriverService service = GeckoDriverService.createDefaultService();
        service.setExecutable(geckodriver.toString());
        Firefox started = new Firefox(new FirefoxDriver(service, options));
        started.listenToErrors();
        if (tellsRequests) {
            started.listenToRequests();
        }
        return started;
    }

    // They live as long as the browser, which is told to send them no more by its end.
    @SuppressWarnings("resource")
    private void listenToErrors() {
        LogInspector logs = new LogInspector(driver);
        logs.onJavaScriptException(exception -> errors.add(exception.getText()));
        logs.onConsoleEntry(entry -> {
            if (entry.getLevel() == LogLevel.ERROR) {
                errors.add(entry.getText());
            }
        });
    }

    @SuppressWarnings("resource")
    private void listenToRequests() {
        Network network = new Network(driver);
        network.onBeforeRequestSent(event -> {
            String address = event.getRequest().getUrl();
            if (address.matches("(http|ws)s?:.*")) {
                requests.add(URI.create(address));
            }
        });
        network.onResponseCompleted(event -> {
            if (event.getResponseData().getStatus() >= 400) {
                errors.add(event.getResponseData().getStatus() + " "
                        + event.getResponseData().getUrl());
            }
        });
    }

    @Override
    public RemoteWebDriver driver() {
        return driver;
    }

    @Override
    public String program() {
        return "firefox";
    }

    @Override
    public List<String> errors() {
        return taken(errors);
    }

    @Override
    public List<URI> requests() {
        return taken(requests);
    }

    @Override
    public void view(int width, int height, boolean dark, double scale) {
        Assumptions.abort(
                "Firefox cannot be told by WebDriver how large a page is and whether its reader likes it dark");
    }

    private static <T> List<T> taken(Queue<T> queue) {
        List<T> taken = new ArrayList<>();
        for (T next = queue.poll(); next != null; next = queue.poll()) {
            taken.add(next);
        }
        return taken;
    }
}
