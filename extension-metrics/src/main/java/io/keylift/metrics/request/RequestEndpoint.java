// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The endpoint of a request. The path never leaves this class. */
final class RequestEndpoint {

    private static final Pattern REALM = Pattern.compile("/realms/([^/]+)");

    private static final String TOKENS = "/protocol/openid-connect/token";

    private final Supplier<String> template;
    private final String path;
    private final String method;
    private final BinaryOperator<String> naming;
    private final boolean isOfProtocol;

    /**
     * @param template returns the template that the server has found so far, or {@code null}; on any thread
     * @param naming returns the name of a template, given the path
     */
    RequestEndpoint(Supplier<String> template, String path, String method, BinaryOperator<String> naming) {
        this.template = template;
        this.path = path;
        this.method = EndpointNaming.method(method);
        this.naming = naming;
        this.isOfProtocol = EndpointNaming.isOfProtocol(path);
    }

    String method() {
        return method;
    }

    boolean isOfProtocol() {
        return isOfProtocol;
    }

    /** Whether it is a token endpoint, of whatever realm. */
    boolean isOfTokens() {
        return isOfProtocol && path.endsWith(TOKENS);
    }

    /** The template or a constant, once the status is known. */
    String uri(int status, boolean isAborted) {
        String found = template.get();
        String uri = EndpointNaming.uri(found, path, status, isAborted);
        return uri.equals(found) ? naming.apply(found, path) : uri;
    }

    /** The resolved part of the template; {@code /...} replaces the rest. A constant before the first part. */
    String soFar() {
        return whole().or(() -> template().map(found -> found + "/...")).orElse(EndpointNaming.UNKNOWN);
    }

    /** The template; empty until the server has resolved the whole path. */
    Optional<String> whole() {
        return template().filter(found -> EndpointNaming.isWhole(found, path)).map(found -> naming.apply(found, path));
    }

    /** The resolved part of the template; empty before the first part. */
    Optional<String> template() {
        return Optional.ofNullable(template.get());
    }

    /** The realm in the path, which may not exist, or {@code null}. */
    String realm() {
        Matcher realm = path == null ? null : REALM.matcher(path);
        if (realm == null || !realm.find()) {
            return null;
        }
        try {
            return URLDecoder.decode(realm.group(1).replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
