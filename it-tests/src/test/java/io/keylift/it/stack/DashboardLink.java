// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A link from a series, or from a cell of a table, to a query of traces.
 *
 * @param panel the panel
 * @param column the column of the table, or null for each series
 * @param url with the variables of Grafana
 */
public record DashboardLink(JsonNode panel, String column, String url) {

    private static final String EXPLORE = "/explore?schemaVersion=1&orgId=1&panes=";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
    private static final Pattern LABEL = Pattern.compile("__(?:field\\.labels|data\\.fields)\\.(\\w+):percentencode");

    /** All links of all dashboards. */
    public static List<DashboardLink> all() {
        List<DashboardLink> links = new ArrayList<>();
        for (JsonNode dashboard : dashboards()) {
            for (JsonNode panel : dashboard.path("panels")) {
                panel.at("/fieldConfig/defaults/links")
                        .forEach(link -> links.add(
                                new DashboardLink(panel, null, link.path("url").asText())));
                for (JsonNode override : panel.at("/fieldConfig/overrides")) {
                    override.path("properties").forEach(property -> {
                        if (property.path("id").asText().equals("links")) {
                            property.path("value")
                                    .forEach(link -> links.add(new DashboardLink(
                                            panel,
                                            override.at("/matcher/options").asText(),
                                            link.path("url").asText())));
                        }
                    });
                }
            }
        }
        return links;
    }

    /** The dashboards that we ship. */
    public static List<JsonNode> dashboards() {
        try (Stream<Path> files = Files.list(Stack.CONF.resolve("grafana/dashboards"))) {
            List<JsonNode> dashboards = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                dashboards.add(AdminHttp.JSON.readTree(file.toFile()));
            }
            return dashboards;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The labels of a series, or the columns of a row, that the link takes. */
    public List<String> labels() {
        return LABEL.matcher(url)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    /**
     * The pane that Grafana's Explore opens.
     *
     * @param labels those of the series
     */
    JsonNode pane(Map<String, String> labels) {
        Matcher variables = VARIABLE.matcher(url);
        String filled = variables.replaceAll(found -> Matcher.quoteReplacement(
                switch (found.group(1)) {
                    case "traces" -> "tempo";
                    case "__from", "__to" -> "1795780000000";
                    default -> {
                        Matcher label = LABEL.matcher(found.group(1));
                        if (!label.matches()) {
                            throw new IllegalArgumentException("Nothing is known of " + found.group());
                        }
                        yield URLEncoder.encode(labels.get(label.group(1)), StandardCharsets.UTF_8)
                                .replace("+", "%20");
                    }
                }));
        if (!filled.startsWith(EXPLORE)) {
            throw new IllegalArgumentException(filled + " does not lead to Explore");
        }
        // Throws if anything is not encoded.
        String panes = URI.create(filled).getRawQuery().replaceFirst(".*panes=", "");
        return AdminHttp.parse(URLDecoder.decode(panes, StandardCharsets.UTF_8)).path("traces");
    }
}
