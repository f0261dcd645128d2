// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Addresses of a realm. */
final class Endpoints {

    private final String server;
    private final String realm;

    Endpoints(URI server, String realm) {
        this.server = base(server);
        this.realm = realm;
    }

    /** The address of a server, without a slash at its end. */
    static String base(URI server) {
        String address = server.toString();
        return address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
    }

    /** Where tokens of a realm come from. */
    URI tokensOf(String tokenRealm) {
        return URI.create(server + "/realms/" + encode(tokenRealm));
    }

    URI importOf(JobRequest job) {
        Map<String, String> parameters = new TreeMap<>(job.parameters());
        parameters.put("job", job.name());
        return imports(job.kind() == null ? "" : "/" + encode(job.kind()), parameters);
    }

    URI job(String id, String rest, Map<String, String> parameters) {
        return imports("/jobs/" + encode(id) + rest, parameters);
    }

    URI jobs(Map<String, String> parameters) {
        return imports("/jobs", parameters);
    }

    URI kinds() {
        return imports("/kinds", Map.of());
    }

    URI server() {
        return imports("/server", Map.of());
    }

    URI contract() {
        return imports("/openapi", Map.of());
    }

    /** @param kind {@code null} for several */
    URI exportOf(String kind, Map<String, String> parameters) {
        return uri("/bulk-export" + (kind == null ? "" : "/" + encode(kind)), parameters);
    }

    private URI imports(String path, Map<String, String> parameters) {
        return uri("/bulk-import" + path, parameters);
    }

    private URI uri(String path, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
        return URI.create(server + "/admin/realms/" + encode(realm) + path + (query.isEmpty() ? "" : "?" + query));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
