// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.browser;

import static org.openqa.selenium.support.ui.ExpectedConditions.visibilityOfElementLocated;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NotFoundException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Keycloak's admin console in a browser. Every action waits until its element is visible. */
public final class AdminConsole {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final WebDriver driver;

    private AdminConsole(WebDriver driver) {
        this.driver = driver;
    }

    /** Opens the console of realm {@code master} at another realm and signs in. */
    public static AdminConsole signIn(Browser browser, URI server, String realm, String username, String password) {
        return signIn(browser, server, "master", realm, username, password);
    }

    /**
     * Opens the console of a realm and signs in.
     *
     * @param home realm to sign in to
     * @param path what of the console to open, such as {@code acme/users}
     */
    public static AdminConsole signIn(
            Browser browser, URI server, String home, String path, String username, String password) {
        AdminConsole console = new AdminConsole(browser.driver());
        console.driver.get(server + "/admin/" + home + "/console/#/" + path);
        console.type(By.id("username"), username);
        // A realm with organizations asks for the name first: the organization may have a sign-in of its own.
        if (console.driver.findElements(By.id("password")).isEmpty()) {
            console.click(By.id("kc-login"));
        }
        console.type(By.id("password"), password);
        console.click(By.id("kc-login"));
        return console;
    }

    /** Goes to a page of the navigation, such as {@code users}. */
    public void go(String page) {
        click(By.id("nav-item-" + page));
    }

    /** Types into the search field of a list and sends it. */
    public void search(String text) {
        By field = By.cssSelector("[data-testid=table-search-input] input");
        type(field, text);
        await("field " + field, page -> {
            page.findElement(field).sendKeys(Keys.ENTER);
            return true;
        });
    }

    /** Waits until a list says that it has nothing to show. */
    public void awaitNothingFound() {
        await("an empty list", visibilityOfElementLocated(testId("empty-state")));
    }

    /** Follows the link of this text, in a list for one. */
    public void open(String link) {
        click(By.linkText(link));
    }

    /** Waits for a link of this text. */
    public void awaitLink(String link) {
        await("link " + link, visibilityOfElementLocated(By.linkText(link)));
    }

    /** Waits for something that says this and no more. */
    public void awaitText(String text) {
        By exactly = By.xpath("//*[normalize-space(text())='" + text + "']");
        await("text " + text, visibilityOfElementLocated(exactly));
    }

    public void openTab(String id) {
        click(testId(id));
    }

    /** The value of a form's field, once it is not empty. */
    public String field(String id) {
        return await("a value in field " + id, page -> {
            String value = page.findElement(testId(id)).getDomProperty("value");
            return value == null || value.isEmpty() ? null : value;
        });
    }

    /** The element with this {@code data-testid}, as soon as it is to be seen. */
    public WebElement element(String testId) {
        return await("element " + testId, visibilityOfElementLocated(testId(testId)));
    }

    /** The element that a selector of CSS names, as soon as it is to be seen. */
    public WebElement find(String selector) {
        return await("element " + selector, visibilityOfElementLocated(By.cssSelector(selector)));
    }

    /** How many elements a selector names just now. */
    public int count(String selector) {
        return driver.findElements(By.cssSelector(selector)).size();
    }

    /** The text of an element, once it matches. */
    public String awaitText(String selector, Predicate<String> condition) {
        return await("text that passes in " + selector, page -> {
            String text = page.findElement(By.cssSelector(selector)).getText();
            return condition.test(text) ? text : null;
        });
    }

    /** Clicks what a selector names, as soon as that can be clicked. */
    public void press(String selector) {
        click(By.cssSelector(selector));
    }

    /** Goes to another address of the console without loading it again. */
    public void visit(String path) {
        browser().executeScript("location.hash = arguments[0]", "/" + path);
    }

    private JavascriptExecutor browser() {
        return (JavascriptExecutor) driver;
    }

    private void type(By field, String text) {
        await("field " + field, page -> {
            WebElement element = page.findElement(field);
            element.clear();
            element.sendKeys(text);
            return text.equals(element.getDomProperty("value"));
        });
    }

    private void click(By target) {
        await("something to click, " + target, page -> {
            page.findElement(target).click();
            return true;
        });
    }

    /** The console draws its pages anew while it loads: what is not there yet, or not any more, is tried again. */
    private <T> T await(String what, Function<WebDriver, T> condition) {
        return new WebDriverWait(driver, LIMIT)
                .ignoreAll(List.of(NotFoundException.class, StaleElementReferenceException.class))
                .ignoring(ElementNotInteractableException.class)
                .withMessage(() -> "no " + what + " on " + driver.getCurrentUrl())
                .until(condition);
    }

    private static By testId(String id) {
        return By.cssSelector("[data-testid='" + id + "']");
    }
}
