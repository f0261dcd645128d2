// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The report of Surefire or Failsafe on one test class.
 *
 * @param name    simple name of the class
 * @param seconds from the first test's beginning to the last one's end, what comes before and after all tests included
 * @param tests   number of tests, skipped ones included
 * @param skipped each skipped test with its reason
 */
record TestReport(String name, double seconds, int tests, List<String> skipped) {

    static TestReport read(Path file) {
        try {
            Element suite = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(file.toFile())
                    .getDocumentElement();
            String name = simple(suite.getAttribute("name"));
            return new TestReport(
                    name,
                    // Thousands are set apart by commas.
                    Double.parseDouble(suite.getAttribute("time").replace(",", "")),
                    Integer.parseInt(suite.getAttribute("tests")),
                    skipped(name, suite));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(file + " is not a test report", e);
        }
    }

    private static List<String> skipped(String name, Element suite) {
        List<String> skipped = new ArrayList<>();
        NodeList elements = suite.getElementsByTagName("skipped");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            String test = ((Element) element.getParentNode()).getAttribute("name");
            skipped.add(name + "." + test + ": " + reason(element));
        }
        return skipped;
    }

    /**
     * The message of the exception: an attribute if it has one line, else the beginning of the text, after the
     * exception's type.
     */
    private static String reason(Element skipped) {
        String message = skipped.getAttribute("message");
        String text = skipped.getTextContent().replaceFirst("^" + skipped.getAttribute("type") + ": ", "");
        return (message.isBlank() ? text : message)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
